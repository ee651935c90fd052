"""Any saved index, by its path.

Leaves out how files are laid out (saving.py).
"""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from drill.core.errors import InputError
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.saving import Stored, read

if TYPE_CHECKING:
    from drill.core.vectors.hnsw_index import EngineName, HnswIndex
    from drill.core.vectors.ivf import IvfIndex


def load(
    path: Path, *, engine: "EngineName | None" = None, threads: int = 1
) -> "FlatIndex | HnswIndex | IvfIndex":
    """Return the index that a file holds; `engine` and `threads` are for HNSW.

    FileError in one line when the file is cut short, altered, hostile or no index.
    """
    stored = read(path)
    if stored.kind == FlatIndex.kind:
        return _flat(stored)
    if stored.kind == "hnsw":
        from drill.core.vectors import hnsw_file

        return hnsw_file.load(stored, engine=engine, threads=threads)
    if stored.kind == "ivf":
        from drill.core.vectors import ivf_file

        return ivf_file.load(stored)
    raise stored.wrong(f"no index is of kind {stored.kind}")


def _flat(stored: Stored) -> FlatIndex:
    try:
        index = FlatIndex(stored.number("dimension"), stored.text("metric"))
    except InputError as error:
        raise stored.wrong(str(error)) from None
    ids = stored.array("ids", "<i8", (None,))
    if (np.diff(ids) <= 0).any() or ids.min(initial=0) < 0:
        raise stored.wrong("ids aren't sorted, each once")
    index.restore(ids, stored.array("rows", "<f4", (len(ids), index.dimension)))
    return index
