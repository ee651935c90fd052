"""Opens what a sitting works on: the shipped banks, one's own, those added, and the journal.

Leaves out the work itself (sessions).
"""

import os.path
from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

from drill.cli.app import App
from drill.content.library import BankFile, Library, open_library
from drill.content.locate import shipped_banks
from drill.content.shelves import added_banks
from drill.errors import DamagedError, DrillError
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
    """Open the journal, made on the first start; what was done to a damaged one is said on stderr."""
    if app.journal is None:
        app.journal = Journal.open(
            app.paths.journal,
            new_device=lambda: uuid4().hex[:8],
            new_id=lambda: uuid4().hex,
            tell=app.say,
        )
        app.exits.callback(_close, app)
    return app.journal


def _close(app: App) -> None:
    if app.journal is not None:
        app.journal.close()
        app.journal = None


def open_desk(app: App, *, seed: int | None = None) -> Desk:
    """Open library and journal, and say it when the clock stands before the newest entry."""
    library = open_banks(app)
    try:
        desk, back = _laid(app, library, seed)
    except DamagedError:
        _let_go(app)
        desk, back = _laid(app, library, seed)
    app.exits.callback(_back_up, app, desk)
    if back is not None:
        hours = back.total_seconds() / 3600
        app.say(f"the clock went back {hours:.0f} h; until it is past the last entry no days count")
    return desk


def _laid(app: App, library: Library, seed: int | None) -> tuple[Desk, timedelta | None]:
    desk = Desk(library, open_journal(app), now=app.now, rng=app.rng(seed))
    return desk, desk.clock_went_back()


def _let_go(app: App) -> None:
    """Close a journal whose damage showed when it was read: the next opening restores it."""
    if app.journal is not None:
        app.journal.doubt()
        _close(app)


def _back_up(app: App, desk: Desk) -> None:
    """Make the day's backup when a command that wrote is done; a sitting never fails by it."""
    # a command that only reads imports nothing for it
    if not desk.journal.has_written:
        return
    from drill.sessions.backing import back_up_today

    try:
        back_up_today(desk.journal, desk.today)
    except DrillError as error:
        app.say(f"no backup today: {error}")
    except KeyboardInterrupt:
        app.say("no backup today: stopped; the next command makes it")
