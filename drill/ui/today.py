"""The first screen of a day and the last one of a sitting.

Leaves out where the figures come from (sessions).
"""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from drill.study.countdown import LAST_DAYS
from drill.study.mastery import Standing
from drill.study.overview import Summary, Today, TodayKata
from drill.ui.amounts import counted
from drill.ui.verdict import day_words


def _rows(pairs: Sequence[tuple[str, Text]]) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="quiet")
    grid.add_column()
    for name, value in pairs:
        grid.add_row(f"  {name}", value)
    return grid


def today_view(today: Today) -> list[RenderableType]:
    """Return the first screen."""
    title = Text("drill", style="head")
    title.append(f" · {today.day:%A} {today.day.day} {today.day:%B}")
    if today.interview_in is not None:
        title.append(f" · interview {in_days(today.interview_in)}", style="accent")
    return [title, Text(), _rows(_today_rows(today))]


def in_days(days: int) -> str:
    """Return how far off a day is: `today`, `tomorrow`, `in 9 days`."""
    return {0: "today", 1: "tomorrow"}.get(days, f"in {days} days")


def _today_rows(today: Today) -> list[tuple[str, Text]]:
    rows = [("today", _load(today))]
    if today.debrief is not None:
        rows.append(("interview", Text(f"it was on {day_words(today.debrief)}: which questions came?")))
    if today.mock:
        rows.append(("plan", Text("mock interview today")))
    if today.katas:
        rows.append((counted(len(today.katas), "kata"), Text(katas_words(today.katas))))
    if today.by_topic:
        rows.append(("topics", Text(", ".join(f"{topic} {count}" for topic, count in today.by_topic))))
    first = _first(today)
    if first:
        rows.append(("first", Text(", then ".join(first))))
    if today.left_over:
        rows.append(("backlog", Text(_backlog(today))))
    rows += [
        (name, _standing(s)) for name, s in (("weakest", today.weakest), ("strongest", today.strongest)) if s
    ]
    rows.append(("streak", _streak(today)))
    return rows


def _backlog(today: Today) -> str:
    if _is_last(today):
        return f"{today.left_over} more may not be known on the day: give it more minutes"
    gone = f", gone on {day_words(today.gone)}" if today.gone else ", growing: give it more minutes"
    return f"{today.left_over} for later{gone}"


def _is_last(today: Today) -> bool:
    return today.interview_in is not None and today.interview_in <= LAST_DAYS


def _first(today: Today) -> list[str]:
    """Return what is asked first, the most urgent at the head."""
    parts = [f"{today.sure_misses} you were sure of and missed"] if today.sure_misses else []
    if today.reviews and _is_last(today):
        return [*parts, "what you would least know on the day"]
    return [*parts, f"{today.missed} you missed last time"] if today.missed else parts


def katas_words(katas: Sequence[TodayKata]) -> str:
    """Return katas with their minutes; those due need no further word."""
    others = {"due": "", "open": ", open", "new": ", new"}
    return ", ".join(f"{kata.slug} ({kata.minutes:g} min{others[kata.why]})" for kata in katas)


def _load(today: Today) -> Text:
    if not today.reviews + today.new:
        return Text("nothing is due; `drill quiz --cram` goes over what you know least")
    parts = [counted(today.reviews, "review")] if today.reviews else []
    text = Text(" · ".join([*parts, f"{today.new} new"] if today.new else parts))
    text.append(f"   about {today.minutes} min", style="quiet")
    return text


def _standing(standing: Standing) -> Text:
    text = Text(f"{standing.topic}  {standing.mastery:.2f}")
    text.append(f"  ({standing.low:.2f}-{standing.high:.2f})", style="quiet")
    return text


def _streak(today: Today) -> Text:
    text = Text(counted(today.streak, "day"))
    if today.measured is not None and today.expected is not None:
        text.append(f"   recall {today.measured:.2f}, expected {today.expected:.2f}", style="quiet")
    return text


def summary_view(summary: Summary) -> list[RenderableType]:
    """Return the last screen of a sitting."""
    minutes = max(1, round(summary.seconds / 60))
    title = Text(f"{summary.answered} answered · {summary.right} right · {minutes} min", style="head")
    grid = Table.grid(padding=(0, 2))
    for tally in summary.topics:
        score = Text(
            f"{tally.right}/{tally.answered}", style="right" if tally.right == tally.answered else ""
        )
        grid.add_row(f"  {tally.topic}", score, ", ".join(dict.fromkeys(tally.misconceptions)))
    return [title, Text(), *_sure_misses(summary), grid, Text(), _tomorrow(summary), *_leeches(summary)]


def _sure_misses(summary: Summary) -> list[RenderableType]:
    if not summary.sure_misses:
        return []
    words = Text("sure and wrong  ", style="wrong") + Text(", ".join(summary.sure_misses))
    return [_indented(words), Text()]


def _tomorrow(summary: Summary) -> RenderableType:
    text = Text(f"tomorrow {counted(summary.tomorrow_reviews, 'review')}, {summary.tomorrow_new} new")
    text.append(f", about {summary.tomorrow_minutes} min")
    if summary.gone:
        text.append(f" · backlog gone on {day_words(summary.gone)}")
    return _indented(text)


def _indented(text: Text) -> RenderableType:
    return Padding(text, (0, 0, 0, 2))


def _leeches(summary: Summary) -> list[RenderableType]:
    lines: list[RenderableType] = []
    for item, primer in summary.leeches:
        says = f"{item} was missed 8 times and is set aside; `drill resume {item}` brings it back"
        lines += [Text(), _indented(Text(says))]
        if primer:
            lines.append(_indented(Text(f"read first: {primer}", style="quiet")))
    return lines
