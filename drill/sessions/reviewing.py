"""What a learner may look at between attempts: how a kata stands, and after its end the solution.

Leaves out drawing it (ui).
"""

from datetime import date, datetime
from difflib import unified_diff
from typing import NamedTuple

from drill.errors import UsageError
from drill.sessions.drilling import Drilling
from drill.study.journal import Submitted
from drill.study.kata import Attempt


class Status(NamedTuple):
    """How a kata stands. `seconds_left` is None without a clock, and negative past it."""

    slug: str
    attempt: Attempt | None
    seconds_left: float | None
    submits: int
    passes: int
    due: date | None


class Review(NamedTuple):
    """The reference and its notes; how it differs from the learner's file, and that from the one before."""

    solution: str
    notes: str
    against_theirs: tuple[str, ...]
    against_last: tuple[str, ...]


def status_of(drilling: Drilling) -> Status:
    """Return how a kata stands now."""
    attempt = drilling.attempt
    submitted = [entry.body for entry in drilling.entries() if isinstance(entry.body, Submitted)]
    return Status(
        slug=drilling.kata.slug,
        attempt=attempt,
        seconds_left=seconds_left(attempt, drilling.desk.stamp().at),
        submits=len(submitted),
        passes=sum(body.outcome == "passed" for body in submitted),
        due=drilling.desk.record(drilling.item).due,
    )


def seconds_left(attempt: Attempt | None, now: datetime) -> float | None:
    """Return the seconds on an attempt's clock; None without one."""
    deadline = None if attempt is None else attempt.deadline()
    return None if deadline is None else (deadline - now).total_seconds()


def review_of(drilling: Drilling) -> Review:
    """Return the solution; UsageError before the kata was passed or given up, and during an attempt."""
    slug, kata = drilling.kata.slug, drilling.kata
    if drilling.attempt is not None:
        raise UsageError(f"an attempt at {slug} is open; the solution follows a pass or `drill kata give-up`")
    if not drilling.was_closed:
        raise UsageError(f"{slug} was not tried yet; begin with `drill kata start {slug}`")
    reference = kata.solution.read_text("utf-8")
    kept = [path.read_bytes().decode("utf-8", "replace") for path in drilling.workspace.kept(slug)[-2:]]
    theirs = kept[-1] if kept else kata.starter.read_text("utf-8")
    return Review(
        solution=reference,
        notes=kata.notes.read_text("utf-8"),
        against_theirs=_difference(theirs, reference, "yours", "the reference"),
        against_last=_difference(kept[0], theirs, "your attempt before", "yours") if len(kept) > 1 else (),
    )


def _difference(before: str, after: str, name: str, other: str) -> tuple[str, ...]:
    lines = unified_diff(before.splitlines(), after.splitlines(), name, other, lineterm="")
    return tuple(lines)
