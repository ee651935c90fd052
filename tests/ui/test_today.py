"""Today's first screen from values: what a backlog comes to.

Leaves out whole days (test_pages.py).
"""

import io
from datetime import date
from typing import Any

import pytest

from drill.study.overview import Today
from drill.ui.console import make_console
from drill.ui.today import today_view

TODAY = Today(
    day=date(2026, 12, 10), interview_in=9, reviews=5, new=0, minutes=5, sure_misses=0, missed=0, by_topic=(),
    left_over=7, gone=date(2026, 12, 12), weakest=None, strongest=None, streak=1, measured=None,
    expected=None,
)  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, "backlog 7 for later, gone on Sat 12 Dec"),
        ({"gone": None}, "backlog 7 for later, growing: give it more minutes"),
        ({"gone": None, "interview_in": None}, "backlog 7 for later, growing: give it more minutes"),
        # it ends with the interview
        (
            {"gone": None, "interview_in": 3},
            "backlog 7 more may not be known on the day: give it more minutes",
        ),
    ],
)
def test_what_a_backlog_comes_to(changes: dict[str, Any], says: str) -> None:
    out = io.StringIO()
    console = make_console(out, {}, width=100)
    for part in today_view(TODAY._replace(**changes)):
        console.print(part)
    assert says in " ".join(out.getvalue().split())
