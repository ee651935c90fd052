"""Which tokens a request has seen and how often it produced each: what penalties look at.

Leaves out the penalties (processors.py, candidates.py).
"""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from drill.core.infer.arrays import Floats, Ints


class History:
    """Tokens of one request; prompt tokens count as seen, and only produced ones are counted."""

    def __init__(self, prompt: Iterable[int] = (), output: Iterable[int] = ()) -> None:
        self._counts = Counter(output)
        self._seen = set(prompt) | set(self._counts)

    def add(self, token: int) -> None:
        """Take in a token that was produced."""
        self._counts[token] += 1
        self._seen.add(token)

    def seen(self) -> Ints:
        """Return the ids in prompt or output, each once, in no order, [n]."""
        return np.fromiter(self._seen, np.int64, len(self._seen))

    def counted(self) -> tuple[Ints, Floats]:
        """Return the ids in the output and how often each stands there, both [n]."""
        size = len(self._counts)
        counts = np.fromiter(self._counts.values(), np.float32, size)
        return np.fromiter(self._counts, np.int64, size), counts
