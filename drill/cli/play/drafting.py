"""What is typed and not yet recorded, at a terminal: a draft that can't be kept costs a line, no answer.

Leaves out the file it lies in (sessions/drafts.py).
"""

from pathlib import Path

import click

from drill.errors import DrillError
from drill.sessions.drafts import draft_of, drop_draft, keep_draft
from drill.study.question import ItemId
from drill.study.text import one_line

AGAIN, EDIT = ":r", ":e"
OFFER = f"`{AGAIN}` brings back what you typed last time"


def edited(draft: str) -> tuple[str | None, str]:
    """Return what the learner's editor made of a draft; None where nothing was saved, and why it failed."""
    try:
        text = click.edit(draft, extension=".md")
    except click.ClickException as error:
        return None, f"{one_line(error.format_message())}; set EDITOR, or type the answer"
    except UnicodeDecodeError:
        return None, "what was saved is not UTF-8; save it as that, or type the answer"
    return None if text is None else text.strip(), ""


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
