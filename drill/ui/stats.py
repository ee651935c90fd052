"""`drill stats` on the terminal: one page of the most telling figures, or sections by name.

Leaves out what a section shows (stats_sections.py) and the same figures as a page of HTML (stats_page.py).
"""

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.text import Text

from drill.errors import UsageError
from drill.study.statistics import Statistics
from drill.study.text import one_line
from drill.ui.amounts import counted, duration
from drill.ui.heatmap import Heatmap
from drill.ui.rows import Rows
from drill.ui.stats_confidence import score_words
from drill.ui.stats_sections import SECTIONS, times, topics_view
from drill.ui.verdict import day_words


def overview(statistics: Statistics) -> list[RenderableType]:
    """Return the page that `drill stats` shows."""
    return [
        _head(statistics),
        Text(),
        *topics_view(statistics),
        Text(),
        Heatmap(statistics.weeks),
        Text(),
        Rows(_in_short(statistics)),
        Text(f"drill stats --all or SECTION: {' '.join(SECTIONS)}", style="quiet"),
    ]


def sections_view(statistics: Statistics, names: Sequence[str]) -> list[RenderableType]:
    """Return sections in full, each under its heading."""
    parts: list[RenderableType] = [_head(statistics)]
    for name in names:
        title, view = SECTIONS[name]
        parts += [Text(), Text(title, style="head"), *view(statistics)]
    return parts


def section_names(names: Iterable[str]) -> list[str]:
    """Return names of sections, each once; UsageError for one that is none."""
    for name in names:
        if name not in SECTIONS:
            raise UsageError(f"no section `{one_line(name)}`; there are {', '.join(SECTIONS)}")
    return list(dict.fromkeys(names))


def _head(statistics: Statistics) -> Text:
    words = [counted(statistics.answers, "answer"), f"streak {counted(statistics.streak, 'day')}"]
    if statistics.measured is not None and statistics.expected is not None:
        words.append(f"recall {statistics.measured:.2f}, expected {statistics.expected:.2f}")
    return Text(" · ".join(words), style="head")


def _in_short(statistics: Statistics) -> list[tuple[str, str]]:
    week = statistics.efforts[-1] if statistics.efforts else None
    total = sum(effort.seconds for effort in statistics.efforts)
    rows = [("ahead", _ahead(statistics))]
    if week and total:
        since = f"{week.monday.day} {week.monday:%b}"
        rows.append(("time", f"{duration(total)}, {duration(week.seconds)} of it since {since}"))
    if statistics.hardest:
        first = statistics.hardest[0]
        rows.append(("hardest", f"{first.item}, missed {times(first.misses)}"))
    if statistics.rated_sure:
        still = sum(not miss.right_since for miss in statistics.sure)
        rows.append(("sure and wrong", f"{counted(len(statistics.sure), 'item')}, {still} still open"))
    if statistics.brier is not None:
        rows.append(("confidence", score_words(statistics.brier)))
    return rows


def _ahead(statistics: Statistics) -> str:
    loads = statistics.loads
    mean = sum(map(statistics.minutes, loads)) / len(loads)
    most = max(loads, key=lambda load: (load.items, loads[0].day - load.day))
    if not most.items:
        return "nothing in the next 30 days"
    return (
        f"{mean:.0f} min a day for 30 days; most on {day_words(most.day)}, {statistics.minutes(most):.0f} min"
    )
