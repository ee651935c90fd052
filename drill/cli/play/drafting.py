"""What is typed and not yet recorded, at a terminal: a draft that can't be kept costs a line, no answer.

Leaves out the file it lies in (sessions/drafts.py).
"""

from pathlib import Path

from drill.errors import DrillError
from drill.sessions.drafts import draft_of, drop_draft, keep_draft
from drill.study.question import ItemId

AGAIN = ":r"
OFFER = f"`{AGAIN}` brings back what you typed last time"


class Drafts:
    """The drafts of one sitting; `problems` say in one line each what went wrong with them."""

    def __init__(self, path: Path) -> None:
        """Keep drafts in the file at `path`."""
        self.problems: list[str] = []
        self._path = path

    def of(self, item: ItemId) -> str:
        """Return what was typed for an item and not recorded; an empty text where there is none."""
        return draft_of(self._path, item)

    def keep(self, item: ItemId, text: str) -> None:
        """Put a text on disk."""
        try:
            keep_draft(self._path, item, text)
        except DrillError as error:
            self.problems.append(str(error))

    def drop(self, item: ItemId) -> None:
        """Forget a text: it is recorded."""
        try:
            drop_draft(self._path, item)
        except DrillError as error:
            self.problems.append(str(error))
