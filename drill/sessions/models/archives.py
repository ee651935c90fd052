"""From a checked archive to a model's folder: all of it in place, or nothing.

Leaves out the check itself: unpacking.py compares the archive's digest first.
"""

import os
import shutil
from collections.abc import Collection
from pathlib import Path
from zipfile import ZipFile


def put_folder(parts: Collection[str], archive: Path, part: Path, target: Path) -> None:
    """Write the files `parts` of an archive to the folder `target`, by way of the folder `part`.

    OSError when nothing can be written; `part` is gone in any case.
    """
    try:
        with ZipFile(archive) as packed:
            for name in parts:
                _store(packed, name, part / name)
        # what lies there is a folder that has lost a file
        shutil.rmtree(target, ignore_errors=True)
        part.replace(target)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _store(packed: ZipFile, name: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with packed.open(name) as member, path.open("wb") as file:
        shutil.copyfileobj(member, file, 1 << 20)
        file.flush()
        os.fsync(file.fileno())
