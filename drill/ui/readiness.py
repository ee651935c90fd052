"""Readiness by topic, and what a placement came to, as pages.

Leaves out where the figures come from (sessions/placement.py, sessions/readiness.py).
"""

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from drill.study.question import Topic
from drill.study.readiness import PlacementReport, Ready
from drill.ui.amounts import counted, duration
from drill.ui.rows import Rows

OVERALL = "overall"
MEANING = "chance to answer an unseen interview question right, with its 90 % interval"
_TOO_LITTLE = "not enough evidence"


def chance_words(ready: Ready) -> str:
    """Return a chance with its interval, in percent; or that there is too little to say it."""
    estimate = ready.estimate
    if estimate is None:
        return _TOO_LITTLE
    return f"{estimate.chance:.0%}  ({100 * estimate.low:.0f}-{100 * estimate.high:.0f})"


def readiness_view(
    ready: Sequence[Ready], rights: Mapping[Topic, tuple[int, int]] | None = None
) -> list[RenderableType]:
    """Return the table of readiness, beside each topic what it rests on; `rights` in the place of counts."""
    rows = [(one.topic or OVERALL, Text(chance_words(one)), _rest(one, rights)) for one in ready]
    return [Text(MEANING, style="quiet"), Rows(rows)]


def _rest(one: Ready, rights: Mapping[Topic, tuple[int, int]] | None) -> Text:
    if rights is None or one.topic is None:
        return Text(f"from {counted(round(one.questions), 'question')}", style="quiet")
    right, asked = rights.get(one.topic, (0, 0))
    return Text(f"{right} of {asked} right" if asked else "not asked", style="quiet")


def placed_view(placed: PlacementReport) -> list[RenderableType]:
    """Return the last screen of a placement."""
    asked = sum(count for _, count in placed.rights.values())
    right = sum(count for count, _ in placed.rights.values())
    title = f"placement · {asked} answered · {right} right · {duration(placed.seconds)}"
    page: list[RenderableType] = [Text(title, style="head"), Text()]
    page += [*readiness_view(placed.ready, placed.rights), Text()]
    return [*page, *_outcome(placed), *_reading(placed.missed)]


def _outcome(placed: PlacementReport) -> list[RenderableType]:
    """Return what drill does with it."""
    known, missed = len(placed.known), sum(map(len, placed.missed.values()))
    lines = [
        (known, f"{counted(known, 'question')} set as known: put off"),
        (missed, f"{counted(missed, 'question')} missed: new again from tomorrow on"),
        (
            placed.later,
            f"{counted(placed.later, 'new question')} too easy for you: behind all other new ones",
        ),
    ]
    return [Text(words) for count, words in lines if count]


def _reading(missed: Mapping[Topic, Sequence[str]]) -> list[RenderableType]:
    """Return what to read about what was missed."""
    if not missed:
        return []
    rows = [(f"drill read {topic}", Text(", ".join(items), style="quiet")) for topic, items in missed.items()]
    return [Text(), Text("to read, for what you missed"), Padding(Rows(rows), (0, 0, 0, 2))]
