"""The list of interviews, and two side by side, at three widths."""

import io
from collections.abc import Sequence
from datetime import date

import pytest
from rich.cells import cell_len
from rich.console import Group, RenderableType
from syrupy.assertion import SnapshotAssertion

from drill.study.mock_report import Compared, MockLine, MockReport
from drill.study.posterior import Estimate
from drill.study.question import Topic
from drill.study.readiness import Ready
from drill.ui.console import make_console
from drill.ui.mock_list import compared_view, mocks_view

LINES = [
    MockLine("mock-2026-12-10-a59c", date(2026, 12, 10), "inference-engineer", 45.0, None, None),
    MockLine("mock-2026-12-05-0bbc", date(2026, 12, 5), "ml-infra", 20.0, 0.5, False),
    MockLine("mock-2026-11-30-33c1", date(2026, 11, 30), "my role", 7.5, 1.0, True),
]


def drawn(parts: Sequence[RenderableType], width: int) -> str:
    out = io.StringIO()
    make_console(out, {}, width=width).print(Group(*parts))
    text = "\n".join(map(str.rstrip, out.getvalue().splitlines()))
    assert [line for line in text.splitlines() if cell_len(line) > width] == []
    return text


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_list(width: int, snapshot: SnapshotAssertion) -> None:
    assert drawn(mocks_view(LINES), width) == snapshot


def test_an_open_one_is_offered_also_where_another_machines_stands_after_it() -> None:
    assert "--resume" in drawn(mocks_view(LINES), 80)
    assert "--resume" in drawn(mocks_view([LINES[1], LINES[0]]), 80)
    assert "--resume" not in drawn(mocks_view(LINES[1:]), 80)
    assert drawn(mocks_view([]), 80) == "no mock interview yet; `drill mock` is one"


@pytest.mark.parametrize("width", [40, 80, 120])
def test_two_side_by_side(mock_report: MockReport, width: int, snapshot: SnapshotAssertion) -> None:
    ready = [Ready(None, Estimate(0.4, 0.2, 0.6, 20.0), 20.0), Ready(Topic("tokens"), None, 4.0)]
    later = mock_report._replace(
        mock="mock-2026-12-14-4711", day=date(2026, 12, 14), parts=mock_report.parts[:2], ready=ready
    )
    assert drawn(compared_view(Compared(mock_report, later)), width) == snapshot
