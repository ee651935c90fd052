"""The list of all mock interviews, and two of them side by side.

Leaves out the report of one (mock_report.py).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from drill.study.mock_report import Compared, MockLine, MockReport, mean_of
from drill.study.text import one_line
from drill.ui.amounts import duration, of_year
from drill.ui.mock_report import lead_words, score_words
from drill.ui.readiness import OVERALL, chance_words
from drill.ui.rows import Rows

_BEFORE, _AFTER = "Before", "After"


def mocks_view(lines: Sequence[MockLine]) -> list[RenderableType]:
    """Return all interviews, the newest first."""
    if not lines:
        return [Text("no mock interview yet; `drill mock` is one")]
    rows = [
        (
            one_line(line.mock),
            of_year(line.day),
            score_words(line.score),
            Text(_state_words(line), style="quiet"),
        )
        for line in lines
    ]
    is_open = any(line.ended is None for line in lines)
    told = "\n`drill mock --resume` goes on with the open one" if is_open else ""
    return [Rows(rows), *([Text(told, style="quiet")] if told else [])]


def _state_words(line: MockLine) -> str:
    state = {None: "open", False: "ended early", True: ""}[line.ended]
    return " · ".join(filter(None, (one_line(line.role), f"{line.minutes:g} min", state)))


def compared_view(compared: Compared) -> list[RenderableType]:
    """Return two interviews side by side, the earlier one first."""
    before, after = compared
    names = [(name, of_year(one.day), lead_words(one)) for name, one in ((_BEFORE, before), (_AFTER, after))]
    return [
        Rows(names),
        Text(),
        *_beside("Score", {"all parts": score_words(before.score)}, {"all parts": score_words(after.score)}),
        *_beside("Score by part", _by_part(before), _by_part(after)),
        *_beside("Score by topic", _by_topic(before), _by_topic(after)),
        *_beside("Readiness", _chances(before), _chances(after)),
        *_beside("Time", _times(before), _times(after)),
    ]


def _beside(title: str, before: Mapping[str, str], after: Mapping[str, str]) -> list[RenderableType]:
    names = dict.fromkeys([*before, *after])
    head = tuple(Text(word, style="quiet") for word in (title, _BEFORE, _AFTER))
    rows = [(one_line(name), before.get(name, "-"), after.get(name, "-")) for name in names]
    return [Padding(Rows([head, *rows]), (0, 0, 1, 0))]


def _by_part(report: MockReport) -> dict[str, str]:
    return {part.name: score_words(part.score) for part in report.parts}


def _by_topic(report: MockReport) -> dict[str, str]:
    scores: dict[str, list[float | None]] = defaultdict(list)
    for one in (one for part in report.parts for one in part.shown if one.score is not None):
        scores[one.topic].append(one.score)
    return {topic: score_words(mean_of(each)) for topic, each in sorted(scores.items())}


def _chances(report: MockReport) -> dict[str, str]:
    return {one.topic or OVERALL: chance_words(one) for one in report.ready}


def _times(report: MockReport) -> dict[str, str]:
    parts = {part.name: duration(part.seconds) for part in report.parts}
    return {**parts, "all of it": duration(report.seconds)}
