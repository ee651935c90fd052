"""Opens a kata at the learner's desk.

Leaves out what is done with it.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from drill.cli.app import App
from drill.content.katas import load_exercises, load_kata
from drill.sessions.desk import Desk
from drill.sessions.drilling import Drilling, judge_of
from drill.sessions.katas import last_closed, slug_or_open
from drill.sessions.workspace import Workspace

if TYPE_CHECKING:
    from drill.content.katas import Kata
    from drill.grader.judge import Judge


def workspace_of(app: App, desk: Desk) -> Workspace:
    """Return the learner's workspace."""
    chosen = desk.settings.workspace
    root = app.paths.katas if chosen is None else Path(chosen).expanduser()
    return Workspace(root, app.paths.attempts)


def open_drilling(app: App, slug: str | None, *, desk: Desk | None = None) -> Drilling:
    """Open a kata by its slug, or the one whose attempt is open."""
    desk = desk or app.open_desk()
    slug = slug_or_open(desk, load_exercises(app.paths.cache), slug)
    return _drilling(app, desk, load_kata(slug, cache=app.paths.cache), None)


def open_judged(app: App, slug: str | None) -> Drilling:
    """Open a kata that will be judged at once: its worker starts up while the desk is opened."""
    if slug is None:
        return open_drilling(app, slug)
    kata = load_kata(slug, cache=app.paths.cache)
    judge = judge_of(kata)
    app.exits.callback(judge.close)
    judge.warm()
    return _drilling(app, app.open_desk(), kata, judge)


def _drilling(app: App, desk: Desk, kata: "Kata", judge: "Judge | None") -> Drilling:
    return Drilling(desk, kata, workspace_of(app, desk), judge=judge)


def open_closed(app: App, slug: str | None) -> Drilling:
    """Open a kata by its slug, or the one that was passed or given up last."""
    desk = app.open_desk()
    return open_drilling(app, slug or last_closed(desk), desk=desk)
