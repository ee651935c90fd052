"""Compile ahead of the first token, with progress, and keep machine code for the next process.

Leaves out what is compiled (rows.py and its neighbors).
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from drill.core.infer.backends.numba.attention import ATTEND, heads_at_once, merge, store_kv
from drill.core.infer.backends.numba.chunk import chunk
from drill.core.infer.backends.numba.crew import dismiss, lead, work
from drill.core.infer.backends.numba.forms import ENCODERS
from drill.core.infer.backends.numba.jit import Routine
from drill.core.infer.backends.numba.keeping import keep_in
from drill.core.infer.backends.numba.matrices import Share
from drill.core.infer.backends.numba.rows import ROW_KERNELS
from drill.core.infer.backends.numba.step import step
from drill.core.infer.backends.numba.tiles import TILE_KERNELS, WIDENERS
from drill.core.infer.backends.numba.vectors import norm, rotate, swiglu
from drill.core.infer.model.config import ModelConfig


def needed(shares: Sequence[Share], model: ModelConfig) -> list[Routine]:
    """Return what a model with such weights calls."""
    found: list[Routine] = [lead, work, dismiss, step, chunk, norm, rotate, swiglu, merge, store_kv]
    found += [ATTEND[heads_at_once(model.group)], *ENCODERS.values()]
    for layout in (share.matrix.layout for share in shares):
        found += [ROW_KERNELS[layout.name], WIDENERS[layout.name], TILE_KERNELS[layout.form.name]]
    return list(dict.fromkeys(found))


def warm(routines: Sequence[Routine], progress: Callable[[int, int], None]) -> None:
    """Compile each, or read it from the cache; progress(done, total) after each."""
    for done, routine in enumerate(routines, start=1):
        assert routine.address
        progress(done, len(routines))


def keep_code_in(folder: Path) -> str | None:
    """Keep machine code inside `folder`, as keeping.py says; call it before the first model is made."""
    return keep_in(folder, Path(__file__).parent)
