"""Keeps what came in an interview: each question in one's own bank, how it went in the journal.

Leaves out asking for it (cli).
"""

from pathlib import Path

from drill.content.own import add_open
from drill.sessions.desk import Desk
from drill.study.debrief import POINTS, explanation
from drill.study.journal import Debriefed
from drill.study.question import ItemId
from drill.study.text import storable


class Debrief:
    """One debrief: each question is on disk when `keep` returns, the rest when `close` does."""

    def __init__(self, desk: Desk, bank: Path) -> None:
        """Begin; questions go to the bank at this path."""
        self.items: list[ItemId] = []
        self._desk = desk
        self._bank = bank
        own = [row.id for row in desk.library.rows if desk.library.is_own(row.id)]
        self._held = {_folded(desk.library.compiled(item).question.prompt): item for item in own}

    def keep(self, prompt: str) -> tuple[ItemId, bool]:
        """Put a question into one's own bank and return its id and whether it is new there.

        ContentError and UsageError as add_question.
        """
        key = _folded(storable(prompt))
        is_new = key not in self._held
        if is_new:
            touched = self._desk.journal.touched()
            told = explanation(self._desk.today)
            self._held[key] = add_open(self._bank, prompt.strip(), POINTS, told, taken=touched)
        if self._held[key] not in self.items:
            self.items.append(self._held[key])
        return self._held[key], is_new

    def close(self, went: int | None, text: str) -> None:
        """Record how it went: 1 to 5, or None where that was not said, and a note."""
        self._desk.write(Debriefed(went, storable(text.strip()), tuple(self.items)))


def _folded(prompt: str) -> str:
    return " ".join(prompt.casefold().split())
