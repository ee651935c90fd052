"""Opens what a sitting works on: the shipped banks, one's own, those added, and the journal.

Leaves out the work itself (sessions).
"""

import os.path
from collections.abc import Iterator
from uuid import uuid4

from drill.cli.app import App
from drill.content.library import BankFile, Library, open_library
from drill.content.locate import shipped_banks
from drill.content.shelves import added_banks
from drill.sessions.desk import Desk
from drill.store.journal import Journal


def bank_files(app: App) -> list[BankFile]:
    """Return every bank of this learner: shipped, own, added; one that is gone is named on stderr."""
    own = [BankFile(app.paths.own_bank, "own")] if app.paths.own_bank.exists() else []
    return [*shipped_banks(), *own, *_added(app)]


def _added(app: App) -> Iterator[BankFile]:
    for path in added_banks(app.paths.added_banks):
        # not Path.exists, which raises where a folder on the way can't be read
        if os.path.exists(path):  # noqa: PTH110
            yield BankFile(path, "added")
        else:
            app.say(f"set aside {path}: not there, or no way to it; put it back or `drill bank remove` it")


def open_banks(app: App) -> Library:
    """Open the library; each question set aside is named in one line on stderr."""
    library = open_library(bank_files(app), app.paths.cache)
    for problem in library.problems:
        app.say(f"set aside {problem.place}: {problem.message}")
    return library


def open_journal(app: App) -> Journal:
    """Open the journal, made on the first start."""
    journal = Journal.open(app.paths.journal, new_device=lambda: uuid4().hex[:8], new_id=lambda: uuid4().hex)
    app.exits.callback(journal.close)
    return journal


def open_desk(app: App, *, seed: int | None = None) -> Desk:
    """Open library and journal, and say it when the clock stands before the newest entry."""
    desk = Desk(open_banks(app), open_journal(app), now=app.now, rng=app.rng(seed))
    back = desk.clock_went_back()
    if back is not None:
        hours = back.total_seconds() / 3600
        app.say(f"the clock went back {hours:.0f} h; until it is past the last entry no days count")
    return desk
