"""An interview answer on its way: on disk from when it is typed until it is recorded.

Leaves out recording it (answering.py). One answer is on its way at a time.
"""

import os
from pathlib import Path

import msgspec

from drill.study.question import ItemId
from drill.study.text import storable


class _Draft(msgspec.Struct):
    item: ItemId
    text: str


def keep_draft(path: Path, item: ItemId, text: str) -> None:
    """Put a typed answer on disk; MissingError when it can't be written."""
    # only here: the workspace takes longer to import than a question to draw
    from drill.sessions.workspace import writing

    fresh = path.with_name(f".{path.name}.new")
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with fresh.open("wb") as file:
            file.write(msgspec.json.encode(_Draft(item, storable(text))))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)


def draft_of(path: Path, item: ItemId) -> str:
    """Return what was typed for an item and not recorded; an empty text where there is none."""
    try:
        draft = msgspec.json.decode(path.read_bytes(), type=_Draft)
    except (OSError, msgspec.DecodeError):
        return ""
    return draft.text if draft.item == item else ""


def drop_draft(path: Path, item: ItemId) -> None:
    """Forget what was typed for an item: it is recorded."""
    from drill.sessions.workspace import writing

    if draft_of(path, item):
        with writing(path):
            path.unlink(missing_ok=True)
