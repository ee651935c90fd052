"""The sections of `drill stats` on the terminal, each in full, by name.

Leaves out the page of the most telling figures (stats.py).
"""

from collections.abc import Callable, Sequence

from rich.console import RenderableType
from rich.text import Text

from drill.study.forecast import DayLoad
from drill.study.mastery import Standing
from drill.study.question import ItemId
from drill.study.statistics import Statistics
from drill.study.text import one_line
from drill.study.trouble import HardItem
from drill.ui.amounts import counted, duration, of_year
from drill.ui.columns import Columns
from drill.ui.heatmap import Heatmap
from drill.ui.readiness import readiness_view
from drill.ui.rows import Rows
from drill.ui.stats_confidence import UNRATED, confidence_view
from drill.ui.verdict import day_words

_BAR = 20
_LONGEST_LIST = 10
_WEEKS = 26
_PROMPT = 80
Section = Callable[[Statistics], list[RenderableType]]


def bar(share: float, width: int = _BAR) -> Text:
    """Return a share, 0 to 1, as a bar."""
    filled = round(width * share)
    return Text("#" * filled, style="accent") + Text("." * (width - filled), style="quiet")


def figures(standing: Standing) -> str:
    """Return a standing with its interval; a dash where nothing was seen."""
    return f"{standing.mastery:.2f} ({standing.low:.2f}-{standing.high:.2f})" if standing.seen else "-"


def times(number: int) -> str:
    """Return how often in words."""
    return "once" if number == 1 else f"{number} times"


def topics_view(statistics: Statistics) -> list[RenderableType]:
    """Return each topic with its bar."""
    return [
        Rows(
            (
                topic.topic,
                bar(topic.mastery),
                Text(figures(topic), style="quiet"),
                Text(f"{topic.seen}/{topic.total} seen"),
            )
            for topic in statistics.topics
        )
    ]


def _year(statistics: Statistics) -> list[RenderableType]:
    counts = [count for week in statistics.weeks for count in week.counts if count]
    first = statistics.weeks[0].monday
    days = counted(len(counts), "day")
    words = f"{counted(sum(counts), 'answer')} on {days} since {of_year(first)}"
    return [Text(words, style="quiet"), Heatmap(statistics.weeks)]


def _forecast(statistics: Statistics) -> list[RenderableType]:
    loads = statistics.loads
    pace = statistics.pace / 60
    parts = [(load.scheduled * pace, load.returns * pace, load.new * pace) for load in loads]
    total = sum(map(statistics.minutes, loads))
    words = f"{duration(60 * total)} at {statistics.pace:.0f} s an answer if each is known; misses add to it"
    chart = Columns(parts, ("scheduled", "coming back", "new"), _week_labels(loads))
    lines: list[RenderableType] = [Text(words, style="quiet"), chart]
    if statistics.interview and loads[0].day <= statistics.interview <= loads[-1].day:
        lines.append(Text(f"the interview is on {day_words(statistics.interview)}", style="quiet"))
    return lines


def _week_labels(loads: Sequence[DayLoad]) -> list[str]:
    return [
        f"{load.day.day} {load.day:%b}" if place == 0 or load.day.weekday() == 0 else ""
        for place, load in enumerate(loads)
    ]


def _recall(statistics: Statistics) -> list[RenderableType]:
    if not statistics.bins:
        return [Text("nothing came back yet on a later day", style="quiet")]
    return [
        Rows(
            (
                f"{one.low:.2f}-{one.high:.2f}",
                Text(f"predicted {one.predicted:.2f}"),
                Text(f"right {one.measured:.2f}"),
                bar(one.measured),
                Text(counted(one.answers, "answer"), style="quiet"),
            )
            for one in statistics.bins
        )
    ]


def _sure(statistics: Statistics) -> list[RenderableType]:
    if not statistics.rated_sure:
        return [Text(UNRATED, style="quiet")]
    if not statistics.sure:
        return [Text("never yet", style="quiet")]
    rows = []
    for miss in statistics.sure[:_LONGEST_LIST]:
        since = Text("right since", style="right") if miss.right_since else Text("still open", style="wrong")
        when = f"{times(miss.times)}, last on {of_year(miss.day)}"
        rows.append((miss.item, Text(when), since, _prompt(statistics, miss.item)))
    rule = Text("open until it is right on a later day; asked first whenever it is due", style="quiet")
    return [Rows(rows), *_more(len(statistics.sure)), rule]


def _hardest(statistics: Statistics) -> list[RenderableType]:
    if not statistics.hardest:
        return [Text("nothing was missed yet", style="quiet")]
    rows = []
    for one in statistics.hardest[:_LONGEST_LIST]:
        missed = f"{counted(one.lapses, 'lapse')}, missed {times(one.misses)}"
        rows.append((one.item, Text(missed), Text(standing_words(one)), _prompt(statistics, one.item)))
    return [Rows(rows), *_more(len(statistics.hardest))]


def standing_words(one: HardItem) -> str:
    """Return where a hard item stands: out of the queue, or so many days in memory."""
    return "set aside" if one.aside else f"holds {one.stability or 0:.1f} days"


def _prompt(statistics: Statistics, item: ItemId) -> Text:
    prompt = one_line(statistics.prompts.get(item, ""), longest=_PROMPT)
    return Text(prompt, style="quiet", no_wrap=True, overflow="ellipsis")


def _more(number: int) -> list[RenderableType]:
    rest = number - _LONGEST_LIST
    return [Text(f"and {rest} more: --json", style="quiet")] if rest > 0 else []


def _time(statistics: Statistics) -> list[RenderableType]:
    efforts = statistics.efforts[-_WEEKS:]
    if not efforts:
        return [Text("no time yet", style="quiet")]
    most = max(effort.seconds for effort in efforts) or 1.0
    weeks = Rows(
        (
            f"{effort.monday.day:>2} {effort.monday:%b}",
            bar(effort.seconds / most),
            Text(duration(effort.seconds)),
            Text(f"{effort.new} new, {effort.reviews} again", style="quiet"),
        )
        for effort in efforts
    )
    topics = Rows(
        (
            effort.topic or "no longer held",
            Text(duration(effort.seconds)),
            Text(counted(effort.answers, "answer"), style="quiet"),
        )
        for effort in statistics.topic_efforts
    )
    return [weeks, Text(), topics]


def _ready(statistics: Statistics) -> list[RenderableType]:
    return readiness_view(statistics.readiness)


SECTIONS: dict[str, tuple[str, Section]] = {
    "topics": ("mastery by topic", topics_view),
    "ready": ("readiness, the weakest first", _ready),
    "year": ("the year", _year),
    "forecast": ("minutes a day, the next 30 days", _forecast),
    "recall": ("predicted against measured recall", _recall),
    "sure": ("sure and wrong", _sure),
    "confidence": ("how sure against how right", confidence_view),
    "hardest": ("hardest items", _hardest),
    "time": ("time by week and by topic, new against reviews", _time),
}
