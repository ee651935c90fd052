"""A plan as a page, at three widths: day by day, and weeks where it is long."""

import io
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Group
from syrupy.assertion import SnapshotAssertion

from drill.study.campaign import Campaign, DayPlan
from drill.study.countdown import LAST_DAYS, mock_days
from drill.study.overview import TodayKata
from drill.ui.console import make_console
from drill.ui.planning import DAYS_BEFORE_WEEKS, LONGEST_BY_DAY, plan_view

TODAY = date(2026, 12, 10)


def campaign(left: int) -> Campaign:
    """A plan with a rest day, and katas every third day."""
    interview = TODAY + timedelta(days=left)
    mocks = mock_days(interview, today=TODAY, done=[])
    days = []
    for n in range(left):
        day, new = TODAY + timedelta(days=n), 8 if left - n > LAST_DAYS else 0
        katas = (TodayKata("kv-cache-sizing", 12.0, "new"), TodayKata("top-p", 8.0, "due"))[: 2 - n % 2]
        planned = DayPlan(
            day, 9 + n, new, 45.0 * (9 + n + new), katas if n % 3 == 0 else (), mock=day in mocks
        )
        days.append(DayPlan(day, 0, 0, 0.0) if n == 4 else planned)
    return Campaign(TODAY, interview, tuple(days), 0.874, 0.523)


@pytest.fixture(params=[40, 80, 120])
def draw(request: pytest.FixtureRequest) -> Callable[..., str]:
    """Draw a plan at a width that no line may pass."""

    def draw_it(plan: Campaign) -> str:
        out = io.StringIO()
        make_console(out, {}, width=request.param).print(Group(*plan_view(plan)))
        text = "\n".join(map(str.rstrip, out.getvalue().splitlines()))
        assert [line for line in text.splitlines() if cell_len(line) > request.param] == []
        return text

    return draw_it


@pytest.mark.parametrize("left", [1, 9, 45])
def test_pages(draw: Callable[..., str], left: int, snapshot: SnapshotAssertion) -> None:
    assert draw(campaign(left)) == snapshot


def test_every_day_is_there_up_to_three_weeks(draw: Callable[..., str]) -> None:
    text = draw(campaign(LONGEST_BY_DAY))
    assert [f"{TODAY + timedelta(days=n):%a} " in text for n in range(LONGEST_BY_DAY)] == [True] * 21
    assert "Wed 30 Dec" in text
    longer = draw(campaign(LONGEST_BY_DAY + 1))
    last = TODAY + timedelta(days=DAYS_BEFORE_WEEKS - 1)
    assert f"Wed {last.day} Dec" in longer
    assert "24-27 Dec" in longer
    assert "28-31 Dec" in longer


def test_a_day_without_anything_is_rest(draw: Callable[..., str]) -> None:
    [line] = [line for line in draw(campaign(9)).splitlines() if line.startswith("Mon 14 Dec")]
    assert line.split() == ["Mon", "14", "Dec", "rest"]


def test_on_the_day_itself_no_row_is_left(draw: Callable[..., str]) -> None:
    words = " ".join(draw(campaign(0)).split())
    assert "today expected recall on the day: 0.87 `drill eve" in words


def test_a_console_that_knows_ascii_alone_gets_plain_bars() -> None:
    raw = io.BytesIO()
    stream: Any = io.TextIOWrapper(raw, encoding="ascii", errors="replace")
    make_console(stream, {}, width=80).print(Group(*plan_view(campaign(9))))
    stream.flush()
    assert "####" in raw.getvalue().decode()
