"""Which files a kata has: the needed ones, right and wrong solutions, nothing else.

Leaves out what stands in them.
"""

from collections.abc import Iterator
from pathlib import Path

from drill.authoring.finding import Finding, finding
from drill.authoring.katas.folders import EQUIVALENT, OPEN_FILES, PROOF, SPOILERS, Folders

LEAST_WRONG = 6


def missing_files(folders: Folders) -> Iterator[Finding]:
    """Yield a finding for each file, or whole folder, that every kata has and this one lacks."""
    for folder, names in ((folders.open_folder, OPEN_FILES), (folders.spoilers, SPOILERS)):
        if not folder.is_dir():
            yield finding(folders.name(folder), 1, "missing; both trees have the same katas, add it")
            continue
        for name in names:
            if not (folder / name).is_file():
                yield finding(folders.name(folder / name), 1, "missing; every kata has one, so write it")


def too_few(folders: Folders) -> Iterator[Finding]:
    """Yield a finding for too few wrong solutions, or none that someone else wrote."""
    wrong, others = len(folders.wrong()), len(folders.right()) - 1
    if wrong < LEAST_WRONG:
        message = f"{wrong} wrong solutions; write {LEAST_WRONG} or more, one classic mistake each"
        yield finding(folders.name(folders.spoilers / "wrong"), 1, message)
    if not others:
        message = "no other right solution; have one written by someone who saw README and starter only"
        yield finding(folders.name(folders.spoilers / "other"), 1, message)


def stray_files(folders: Folders) -> Iterator[Finding]:
    """Yield a finding for each file that no part of drill reads."""
    allowed = {folders.open_folder / name for name in OPEN_FILES}
    allowed |= {folders.spoilers / name for name in (*SPOILERS, EQUIVALENT, PROOF)}
    allowed |= {*folders.right(), *folders.wrong()}
    for folder in (folders.open_folder, folders.spoilers):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path not in allowed and not _is_leftover(path.relative_to(folder)):
                yield finding(folders.name(path), 1, "nothing reads it; delete it or move it")


def _is_leftover(path: Path) -> bool:
    """Whether a tool left it there, and git ignores it."""
    return any(part == "__pycache__" or part.startswith(".") for part in path.parts)
