"""How an attempt at a kata begins: whole or its crux, timed or not, anew or taken up again.

Leaves out what follows (drilling.py).
"""

from pathlib import Path
from typing import NamedTuple

from drill.errors import UsageError
from drill.sessions.drilling import Drilling
from drill.study.kata import Attempt


class Start(NamedTuple):
    """What the learner asked for. `crux` None leaves it to drill; `again` begins anew in any case."""

    minutes: float | None = None
    untimed: bool = False
    crux: bool | None = None
    again: bool = False


class Begun(NamedTuple):
    """An attempt taken up: the file to edit, whether it was open before, where earlier work was kept."""

    attempt: Attempt
    file: Path
    resumed: bool = False
    kept: Path | None = None


def start(drilling: Drilling, wish: Start = Start()) -> Begun:  # noqa: B008 - an immutable default
    """Take up the attempt that is open, or begin one from a blank starter.

    Work that is replaced is kept as an attempt first. A review of a long kata asks for its crux alone.
    """
    attempt = drilling.attempt
    if attempt is not None and not wish.again:
        return _resume(drilling, attempt, wish)
    minutes, crux = _terms(drilling, wish)
    kept = reset(drilling, crux=crux)
    attempt = drilling.begin(minutes, crux=crux, at=drilling.desk.stamp())
    return Begun(attempt, drilling.workspace.solution(drilling.kata.slug), kept=kept)


def reset(drilling: Drilling, *, crux: bool) -> Path | None:
    """Put the blank starter back and return where the work so far was kept; a clock runs on."""
    starter, now = drilling.starter(crux=crux), drilling.desk.stamp().at
    return drilling.workspace.lay_out(drilling.kata, starter, at=now, fresh=True)


def _resume(drilling: Drilling, attempt: Attempt, wish: Start) -> Begun:
    slug = drilling.kata.slug
    if wish != Start():
        raise UsageError(f"an attempt at {slug} is open; `--again` begins anew with these options")
    starter, now = drilling.starter(crux=attempt.crux), drilling.desk.stamp().at
    drilling.workspace.lay_out(drilling.kata, starter, at=now, fresh=False)
    return Begun(attempt, drilling.workspace.solution(slug), resumed=True)


def _terms(drilling: Drilling, wish: Start) -> tuple[float | None, bool]:
    """Return the minutes, None for untimed, and whether the crux alone is asked for."""
    slug, exercise = drilling.kata.slug, drilling.kata.exercise
    if wish.crux and exercise.crux is None:
        raise UsageError(f"{slug} has no crux; leave `--crux` out")
    if wish.crux and not drilling.was_closed:
        raise UsageError(f"the crux of {slug} shows the rest of its solution; do the whole first")
    minutes, crux = drilling.review_terms
    if wish.crux is False:
        minutes, crux = exercise.minutes, False
    return (None if wish.untimed else wish.minutes or minutes), crux
