"""Katas as values: what an exercise says, how an attempt stands, how a pass is rated.

Leaves out files (content), judging (grader) and the workspace (sessions).
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Literal, NamedTuple

from msgspec import Struct

from drill.study.journal import Entry, GaveUp, HintTaken, KataStarted, Rating, Submitted
from drill.study.limits import Limits
from drill.study.question import ItemId, Topic

HINTS = 3
# a kata that was passed comes back no sooner; one that was given up may come tomorrow
LEAST_INTERVAL_DAYS = 3
CRUX_FROM_MINUTES = 20
# no clock runs longer: some ten weeks
LONGEST_MINUTES = 100_000
KATA_PREFIX = "kata:"


class Crux(Struct, frozen=True, forbid_unknown_fields=True):
    """The one function of a long kata that reviews ask for, and its minutes."""

    function: str
    minutes: float


class Exercise(Struct, frozen=True, forbid_unknown_fields=True):
    """What exercise.yaml says of a kata."""

    title: str
    topic: Topic
    outline: tuple[str, ...]
    level: int
    minutes: float
    functions: tuple[str, ...]
    hints: tuple[str, str, str]
    limits: Limits = Limits()
    bans: tuple[str, ...] = ()
    crux: Crux | None = None
    format: Literal[1] = 1

    def __post_init__(self) -> None:
        """Refuse a level off the scale, no minutes, and a long kata without its crux."""
        if not 1 <= self.level <= 5:
            raise ValueError("`level` must be 1 to 5")
        if self.minutes <= 0:
            raise ValueError("`minutes` must be more than 0")
        if not self.functions:
            raise ValueError("`functions` needs the names that a solution defines")
        if self.minutes > CRUX_FROM_MINUTES and self.crux is None:
            raise ValueError(f"a kata over {CRUX_FROM_MINUTES} minutes needs a `crux` for its reviews")


def kata_item(slug: str) -> ItemId:
    """Return the item under which a kata is scheduled."""
    return ItemId(KATA_PREFIX + slug)


def slug_of(item: str) -> str | None:
    """Return a kata's slug from its item, None for a question."""
    return item.removeprefix(KATA_PREFIX) if item.startswith(KATA_PREFIX) else None


class Attempt(NamedTuple):
    """The attempt that is open: since when, on which clock, with how many hints and failed submissions."""

    since: datetime
    minutes: float | None
    crux: bool
    hints: int
    failed: int
    source: str | None = None

    def deadline(self) -> datetime | None:
        """Return the instant when the clock runs out; None without a clock."""
        return None if self.minutes is None else self.since + timedelta(minutes=self.minutes)

    def is_late(self, now: datetime) -> bool:
        """Whether the clock has run out."""
        deadline = self.deadline()
        return deadline is not None and now > deadline


def open_attempt(entries: Iterable[Entry]) -> Attempt | None:
    """Return the attempt open after a kata's entries, oldest first; None after a pass or giving up.

    Beginning anew sets the clock, not the facts: hints and failed submissions stay until a pass.
    """
    attempt: Attempt | None = None
    for entry in entries:
        match entry.body:
            case KataStarted(minutes=minutes, crux=crux):
                told = (0, 0, None) if attempt is None else (attempt.hints, attempt.failed, attempt.source)
                clock = None if minutes is None else min(minutes, LONGEST_MINUTES)
                attempt = Attempt(entry.stamp.at, clock, crux, *told)
            case HintTaken(number=number) if attempt:
                attempt = attempt._replace(hints=max(attempt.hints, number))
            case Submitted(outcome="passed") | GaveUp():
                attempt = None
            case Submitted(outcome="failed") as body if attempt:
                attempt = attempt._replace(failed=attempt.failed + 1, source=body.source)
    return attempt


CLOSING = ("submitted", "gave-up")


def closes(entry: Entry) -> bool:
    """Whether an entry, tagged as one of CLOSING, ends an attempt: a pass, or giving up."""
    body = entry.body
    return isinstance(body, GaveUp) or (isinstance(body, Submitted) and body.outcome == "passed")


def rate_pass(attempt: Attempt, *, late: bool) -> Rating:
    """Return how well a kata was known, by facts: hints, failed submissions, the clock.

    Three hints nearly gave the answer away: Again. Late, or two hints: Hard. One hint, or more than one
    failed submission: Good. At most one failed submission, in time, without a hint: Easy.
    """
    if attempt.hints >= HINTS:
        return Rating.AGAIN
    if late or attempt.hints == HINTS - 1:
        return Rating.HARD
    return Rating.GOOD if attempt.hints or attempt.failed > 1 else Rating.EASY


def kata_due(day: date, due: date, *, gave_up: bool) -> date:
    """Return a kata's due day: at least LEAST_INTERVAL_DAYS away, unless it was given up."""
    return due if gave_up else max(due, day + timedelta(days=LEAST_INTERVAL_DAYS))
