"""Steps of one token recorded as CUDA graphs: hundreds of small kernels started by one call.

Leaves out prompts: their lengths differ, and their kernels are large enough to start one by one.
"""

from collections.abc import Callable
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import torch

from drill.core.infer.backends.opset import Step, Values

# a graph reads a fixed number of slots, masked to those in use: a new one is recorded every so many tokens
SLOTS = 256


class Recorded(NamedTuple):
    """A graph with the memory that it reads its step from and leaves its result in."""

    graph: Any
    step: Step
    result: Values


class Graphs:
    """The recordings of each cache by the slots that they read; they go when their cache goes."""

    def __init__(self) -> None:
        self._of: WeakKeyDictionary[Any, dict[int, Recorded]] = WeakKeyDictionary()

    def run(self, body: Callable[[Step], Values], step: Step, cache: Any) -> Values:
        """Return body(step); `body` must wait for nothing on the host and keep its buffers in place."""
        span = min(-(-step.span // SLOTS) * SLOTS, cache.capacity)
        recordings = self._of.setdefault(cache, {})
        if span not in recordings:
            recordings[span] = _record(body, step._replace(span=span))
        recorded = recordings[span]
        recorded.step.ids.copy_(step.ids)
        recorded.step.positions.copy_(step.positions)
        recorded.graph.replay()
        # the next replay writes over the result
        return recorded.result.clone()


def _record(body: Callable[[Step], Values], step: Step) -> Recorded:
    own = Step(step.ids.clone(), step.positions.clone(), step.span)
    aside = torch.cuda.Stream()
    aside.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(aside):
        # the libraries allocate what they need in their first run, which a recording may not do;
        # running it once more later is harmless: it stores the same keys in the same slot
        body(own)
    torch.cuda.current_stream().wait_stream(aside)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        result = body(own)
    return Recorded(graph, own, result)
