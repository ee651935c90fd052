"""Opens what a sitting works on: the shipped banks, one's own, those added, and the journal.

Leaves out the work itself (sessions).
"""

from uuid import uuid4

from drill.cli.app import App
from drill.content.library import BankFile, Library, open_library
from drill.content.locate import shipped_banks
from drill.content.shelves import added_banks
from drill.sessions.desk import Desk
from drill.store.journal import Journal


def bank_files(app: App) -> list[BankFile]:
    """Return every bank of this learner: shipped, own, added."""
    own = [BankFile(app.paths.own_bank, "own")] if app.paths.own_bank.exists() else []
    added = [BankFile(path, "added") for path in added_banks(app.paths.added_banks) if path.exists()]
    return [*shipped_banks(), *own, *added]


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
