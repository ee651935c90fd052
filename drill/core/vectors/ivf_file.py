"""An IVF index to a file and back; vectors stay in the mapped file until something is added.

Leaves out the file's format (saving.py).
"""

from pathlib import Path

import numpy as np

from drill.core.errors import InputError
from drill.core.infer.arrays import Array
from drill.core.vectors.ivf import Cell, IvfIndex, joined
from drill.core.vectors.saving import Stored, write


def save(index: IvfIndex, path: Path) -> None:
    """Write an index; FileError when it can't be written."""
    settings = {
        name: getattr(index, name) for name in ("dimension", "metric", "nlist", "nprobe", "rerank", "seed")
    }
    quantizer, held = index.quantizer, joined(index.cells)
    arrays: dict[str, Array] = {
        "rows": held.rows,
        "ids": held.ids,
        "codes": held.codes,
        "sizes": np.array([len(cell.ids) for cell in index.cells], np.int64),
        "centers": index.centers,
        "codebooks": quantizer.codebooks if quantizer else np.empty((0, 0, 0), np.float32),
    }
    shape = (quantizer.subspaces, quantizer.bits) if quantizer else (0, 8)
    write(path, index.kind, settings | {"subspaces": shape[0], "bits": shape[1]}, arrays)


def load(stored: Stored) -> IvfIndex:
    """Return the index of a file; FileError when what it says about itself can't be."""
    index = _empty(stored)
    centers = stored.array("centers", "<f4", (None, index.dimension))
    index.centers = centers
    if index.quantizer:
        index.quantizer.codebooks = stored.array("codebooks", "<f4", index.quantizer.codebooks.shape)
    index.cells = _cells(stored, index)
    if len(centers) != index.nlist and (len(centers) or len(index)):
        raise stored.wrong(f"{len(centers)} centers for {index.nlist} cells")
    return index


def _empty(stored: Stored) -> IvfIndex:
    numbers = {name: stored.number(name) for name in ("nlist", "nprobe", "rerank", "seed", "bits")}
    try:
        return IvfIndex(
            stored.number("dimension"),
            stored.text("metric"),
            subspaces=stored.number("subspaces") or None,
            **numbers,
        )
    except InputError as error:
        raise stored.wrong(str(error)) from None


def _cells(stored: Stored, index: IvfIndex) -> list[Cell]:
    ids = stored.array("ids", "<i8", (None,))
    width = index.quantizer.subspaces if index.quantizer else 0
    rows = stored.array("rows", "<f4", (len(ids), index.dimension))
    codes = stored.array("codes", "|u1", (len(ids), width))
    sizes = stored.array("sizes", "<i8", (index.nlist,))
    # each alone first: a sum of huge ones comes round to any number
    if not 0 <= sizes.min() <= sizes.max() <= len(ids) or sizes.sum() != len(ids):
        raise stored.wrong("cells don't fit what is in them")
    if codes.max(initial=0) >= _words(index):
        raise stored.wrong("a code is no word of its codebook")
    if ids.min(initial=0) < 0 or len(np.unique(ids)) != len(ids):
        raise stored.wrong("an id is negative or there twice")
    ends = np.cumsum(sizes).tolist()
    return [
        Cell(ids[start:end], rows[start:end], codes[start:end])
        for start, end in zip([0, *ends], ends, strict=False)
    ]


def _words(index: IvfIndex) -> int:
    return index.quantizer.words if index.quantizer else 256
