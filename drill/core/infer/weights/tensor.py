"""One tensor as it stands in a file: packed bytes, with the way to floats.

Leaves out the block formats themselves (blocks.py) and files (gguf.py, safetensors.py).
"""

from typing import NamedTuple

from drill.core.infer.arrays import Bytes, Floats
from drill.core.infer.weights.blocks import to_floats


class Tensor(NamedTuple):
    """A weight: `shape` rows first, as in numpy; `data` is uint8 [rows, bytes a row]; `format` as in GGUF."""

    name: str
    shape: tuple[int, ...]
    format: str
    data: Bytes

    def floats(self) -> Floats:
        """Return the values as float32 of `shape`."""
        return to_floats(self.data, self.format).reshape(self.shape)
