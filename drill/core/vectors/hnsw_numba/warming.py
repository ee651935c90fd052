"""Compile ahead of the first vector, with progress, and keep machine code for the next process.

Leaves out what is compiled (engine.py).
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from drill.core.infer.backends.numba import jit
from drill.core.infer.backends.numba.keeping import keep_in
from drill.core.vectors.graph import Graph
from drill.core.vectors.hnsw_numba.engine import NumbaHnsw, memory_of
from drill.core.vectors.lanes import padded
from drill.core.vectors.space import Space

STEPS = 3


def keep_code_in(folder: Path) -> str | None:
    """Keep machine code inside `folder`, as keeping.py says; call it before the first index is used."""
    return keep_in(folder, Path(__file__).parent, Path(jit.__file__).parent)


def warm(progress: Callable[[int, int], None]) -> None:
    """Compile what is needed, or read it from the cache; progress(done, total) after each."""
    engine = NumbaHnsw(Space(1, "l2"), Graph(2), 1)
    rows = padded(np.zeros((1, 1), np.float32))
    engine.space.append(rows)
    batch = engine.graph.grow(np.zeros(1, np.uint8))
    chosen = engine.choose(batch)
    progress(1, STEPS)
    engine.link(batch, chosen, memory_of(engine.graph))
    engine.graph.enter_at(batch)
    progress(2, STEPS)
    engine.search(rows, 1, 1, None)
    progress(STEPS, STEPS)
