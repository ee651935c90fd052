"""Joins what a flashcard is made of: the question drawn, its two sides, the package on disk.

Leaves out options (export.py).
"""

from pathlib import Path

from drill.cli.app import App
from drill.cli.writing import keep_own
from drill.content.library import Row
from drill.content.writing import write_bytes_atomically
from drill.errors import ContentError, UsageError
from drill.sessions.desk import Desk
from drill.sessions.flashcards import Drawn, drawn
from drill.store.ankiwriting import Flashcard, package
from drill.ui.flashcard import CSS, back, front

_SUFFIX = ".apkg"


def write_cards(app: App, desk: Desk, rows: list[Row], file: Path) -> int:
    """Write a package for Anki and return its number of cards; what can't be drawn is named on stderr."""
    if file.suffix.lower() != _SUFFIX:
        raise UsageError(f"{file}: Anki opens only files that end in {_SUFFIX}; name it so")
    keep_own(app, file)
    cards = []
    for one in drawn(desk, rows):
        if isinstance(one, ContentError):
            app.say(f"left out {one}")
        else:
            cards.append(_card(one))
    write_bytes_atomically(file, package(cards, css=CSS, at=app.now()))
    return len(cards)


def _card(drawn: Drawn) -> Flashcard:
    question, prose = drawn.compiled.question, drawn.compiled.prose
    sides = front(question, drawn.ask, prose), back(question, drawn.ask, prose)
    return Flashcard(question.id, question.topic, *sides, drawn.tags)
