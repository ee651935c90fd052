"""The weights of a checkpoint by name, as arrays of an op set.

Leaves out what they mean (each network names its own) and whether all are there (weights/shapes.py).
"""

from collections.abc import Mapping, Sequence

import numpy as np

from drill.core.infer.arrays import Floats
from drill.core.infer.backends.opset import OpSet, Values
from drill.core.infer.weights.blocks import to_floats
from drill.core.infer.weights.tensor import Tensor


class Loader:
    """Turns packed tensors into arrays one after the other, so that few are in memory twice."""

    def __init__(self, tensors: Mapping[str, Tensor], ops: OpSet) -> None:
        self._tensors = tensors
        self._ops = ops

    def __contains__(self, name: str) -> bool:
        """Say whether the file has the tensor."""
        return name in self._tensors

    def floats(self, name: str) -> Floats:
        """Return a tensor as numpy float32."""
        return self._tensors[name].floats()

    def get(self, *names: str) -> Values:
        """Return one weight, or several stacked: x W' of the stack is that of each, side by side."""
        return self._ops.put(_stacked([self._tensors[name] for name in names]))


def _stacked(parts: Sequence[Tensor]) -> Floats:
    first = parts[0]
    if len(parts) == 1 and first.format == "F32":
        # as it lies in the mapped file: of a table of tokens only the rows that are used are ever read
        return np.ascontiguousarray(first.data).view(np.float32).reshape(first.shape)
    if any(part.format != first.format for part in parts):
        return np.concatenate([part.floats() for part in parts])
    # packed rows are a fraction of the floats: joining them before unpacking saves a copy of the model
    data = first.data if len(parts) == 1 else np.concatenate([part.data.reshape(-1) for part in parts])[None]
    return to_floats(data, first.format).reshape(-1, *first.shape[1:])
