"""The report of a mock interview for a terminal, a browser and as Markdown.

Leaves out where the figures come from (sessions/mocks/reporting.py). All three show the same sections.
"""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from drill.study.mock_report import MockReport, PartReport, Shown, Study
from drill.study.text import harmless, one_line
from drill.ui.amounts import duration, of_year
from drill.ui.markdown import markdown
from drill.ui.page import Section, Table, page
from drill.ui.readiness import MEANING, OVERALL, chance_words
from drill.ui.rows import Rows

_NOT_REACHED = "not reached"
# a column that may hold longer texts is folded: on a terminal it stands last
_SHORT = 24
_TO_STUDY = "To study"
# on paper: small, and a long section goes on overleaf where a row ends
_STYLE = """
header p{max-width:none}
.scroll+.scroll{margin-top:1rem}
@media print{
@page{size:A4;margin:11mm}
html{font-size:8pt}
body{font-size:1rem;line-height:1.3}
main{grid-template-columns:auto auto;justify-content:start;gap:1.2rem 3rem}
section{break-inside:auto}
h2,caption,thead{break-after:avoid}
h2{margin-bottom:.2rem}
header p{margin-bottom:.8rem}
th,td{padding:.12rem .8rem .12rem 0}
.long{min-width:0}
.scroll{overflow:visible}
}
"""


def mock_page(report: MockReport) -> str:
    """Return the report as a page."""
    return page(_title(report), lead_words(report), list(_sections(report)), style=_STYLE)


def mock_markdown(report: MockReport) -> str:
    """Return the report as Markdown."""
    return markdown(_title(report), lead_words(report), list(_sections(report)))


def mock_view(report: MockReport) -> list[RenderableType]:
    """Return the report for a terminal."""
    parts: list[RenderableType] = [
        Text(_title(report), style="head"),
        Text(lead_words(report), style="quiet"),
    ]
    for section in _sections(report):
        parts += [Text(), Text(section.title, style="head")]
        if section.title == _TO_STUDY:
            parts += _study_view(report)
            continue
        for part in section.parts:
            parts += _table_view(part) if isinstance(part, Table) else [Text(str(part))]
    return parts


def _title(report: MockReport) -> str:
    return f"Mock interview of {of_year(report.day)}"


def lead_words(report: MockReport) -> str:
    """Return an interview's role, time, state and name in one line."""
    state = {None: "not finished", False: "ended early", True: "finished"}[report.ended]
    asked = f"{duration(report.seconds)} of {report.minutes:g} min"
    return f"{one_line(report.role)} · {asked} · {state} · {one_line(report.mock)}"


def _sections(report: MockReport) -> Iterator[Section]:
    rows = [_part_row(part) for part in report.parts]
    yield Section("Parts", [Table("Score and time", ("Part", "Score", "Time", "Planned"), rows)])
    yield Section("Readiness", [_readiness(report)])
    for part in report.parts:
        yield Section(part.name.capitalize(), list(_shown(part)), wide=True)
    yield Section(_TO_STUDY, list(_study(report)), wide=True)


def _part_row(part: PartReport) -> tuple[str, ...]:
    return (part.name, score_words(part.score), duration(part.seconds), f"{part.minutes:.0f} min")


def score_words(score: float | None) -> str:
    """Return a score, 0 to 1, in percent; or that nothing was reached."""
    return _NOT_REACHED if score is None else f"{score:.0%}"


def _readiness(report: MockReport) -> Table:
    rows = [(one.topic or OVERALL, chance_words(one)) for one in report.ready]
    return Table(MEANING[:1].upper() + MEANING[1:], ("Topic", "Chance"), rows)


def _shown(part: PartReport) -> Iterator[Table | str]:
    rows = [_shown_row(one) for one in part.shown]
    yield Table("What was asked", ("Question", "Topic", "Level", "Score", "Time"), rows)
    unsaid = [(one.item, point) for one in part.shown for point in one.missed]
    if unsaid:
        yield Table("Key points left unsaid", ("Question", "Key point"), unsaid)
    asked = [
        (one.item, asks, "met" if met else "not met") for one in part.shown for asks, met in one.follow_ups
    ]
    if asked:
        yield Table("Follow-ups", ("Question", "Follow-up", "Answer"), asked)


def _shown_row(one: Shown) -> tuple[str, ...]:
    return (one.asks, one.topic, f"{one.level or '-'}", score_words(one.score), duration(one.seconds))


def _study(report: MockReport) -> Iterator[Table | str]:
    if not report.study:
        yield _nothing_to_study(report)
        return
    rows = [(one.topic, *(words for _, words in _study_rows(one))) for one in report.study]
    yield Table("The weakest topic first", ("Topic", "Read", "Questions", "Katas"), rows)


def _nothing_to_study(report: MockReport) -> str:
    if report.score is None:
        return "Nothing was reached, so nothing is known of what to study."
    return "Nothing went wrong: the exam pool's harder questions are left."


def _study_rows(one: Study) -> list[tuple[str, str]]:
    lines = f": {', '.join(one.outline)}" if one.outline else ""
    return [
        ("read", f"drill read {one.topic}{lines}"),
        ("questions", ", ".join(one.questions) or "-"),
        ("katas", ", ".join(one.katas) or "-"),
    ]


def _table_view(table: Table) -> list[RenderableType]:
    """Return a table under its heads, the column with the longest text last."""
    longest = [max(map(len, column)) for column in zip(*table.rows, strict=True)]
    order = list(range(len(table.head)))
    if max(longest, default=0) > _SHORT:
        order.sort(key=lambda place: longest[place] == max(longest))
    head = tuple(Text(table.head[place], style="quiet") for place in order)
    rows = (tuple(harmless(row[place]) for place in order) for row in table.rows)
    return [Text(table.caption, style="quiet"), Padding(Rows([head, *rows]), (0, 0, 0, 2))]


def _study_view(report: MockReport) -> list[RenderableType]:
    """Return what to study, each topic above its rows: side by side they need a wide screen."""
    if not report.study:
        return [Text(_nothing_to_study(report))]
    parts: list[RenderableType] = []
    for one in report.study:
        parts += [Text(harmless(one.topic), style="strong"), Padding(Rows(_study_rows(one)), (0, 0, 0, 2))]
    return parts
