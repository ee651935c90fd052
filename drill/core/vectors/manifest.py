"""What made an index's vectors, as a value and as a file beside the index.

Leaves out the indexes: versioned.py compares and swaps them.
"""

import json
from pathlib import Path
from typing import NamedTuple

from drill.core.errors import FileError
from drill.core.infer.weights.fields import Fields
from drill.core.infer.weights.json_file import read_object


class Manifest(NamedTuple):
    """What made an index's vectors. `model` is a name for people; the weights' sha256 is what counts.

    `prefix` is what is put before each text, `chunker` says how texts were cut.
    """

    model: str
    sha256: str
    dimension: int
    pooling: str = "mean"
    normalized: bool = True
    prefix: str = ""
    chunker: str = ""

    def differs_in(self, other: "Manifest") -> list[str]:
        """Return the fields that matter and differ: the same weights under another name are the same."""
        fields = [name for name in self._fields if name != "model"]
        return [name for name in fields if getattr(self, name) != getattr(other, name)]


def written_manifest(manifest: Manifest) -> str:
    """Return a manifest as `read_manifest` reads it."""
    return json.dumps(manifest._asdict())


def read_manifest(path: Path) -> Manifest:
    """Return what a file says; FileError naming the key that is missing or wrong."""
    fields = Fields(read_object(path), str(path))
    prefix = fields.values.get("prefix", "")
    # it may have lines, which no other field has
    if not isinstance(prefix, str):
        raise FileError(f"{path}: prefix must be text; build the index anew")
    return Manifest(
        model=fields.text("model"),
        sha256=fields.text("sha256"),
        dimension=fields.count("dimension"),
        pooling=fields.text("pooling"),
        normalized=fields.flag("normalized", True),
        prefix=prefix,
        chunker=fields.text("chunker", ""),
    )
