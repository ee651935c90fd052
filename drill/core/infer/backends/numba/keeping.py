"""Where machine code is kept for the next process, so that it is compiled once on a machine.

Leaves out what is compiled and when (warming.py).
"""

import hashlib
import os
import tempfile
from pathlib import Path

from drill.core.infer.backends.numba.target import config, current


def keep_in(folder: Path, *sources: Path) -> str | None:
    """Keep machine code in a folder of its own inside `folder`, made from the Python files of `sources`.

    The inner folder's name holds the CPU and a hash of those files, so that code never outlives what it was
    made from. Return None, or in one line why code is compiled anew by each process.
    """
    inner = folder / f"{current().cpu}-{_digest(sources)}"
    try:
        inner.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=inner):
            pass
    except OSError as error:
        return f"{inner}: {os.strerror(error.errno or 0)}; kernels are compiled anew by each process"
    config.CACHE_DIR = str(inner)
    return None


def _digest(folders: tuple[Path, ...]) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for folder in folders:
        for source in sorted(folder.glob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()
