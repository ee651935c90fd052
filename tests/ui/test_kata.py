"""A kata's verdict on a page, narrow, usual and wide."""

import io
from collections.abc import Sequence
from datetime import UTC, date, datetime

import pytest
from rich.cells import cell_len
from rich.console import RenderableType
from syrupy.assertion import SnapshotAssertion

from drill.study.journal import Rating
from drill.study.kata import Attempt
from drill.study.verdict import Check, Verdict
from drill.ui.console import make_console
from drill.ui.kata import head_view, next_words, outcome_view, verdict_view
from drill.ui.katas import diff_view

ATTEMPT = Attempt(datetime(2026, 12, 10, 8, tzinfo=UTC), 12, crux=False, hints=1, failed=2)
CHECKS = (
    *(Check(f"test_{n}", f"passes {n}", "passed") for n in range(11)),
    Check(
        "test_crossing",
        "keeps the token that crosses p",
        "failed",
        called="top_p_filter([0.4, 0.3, 0.2, 0.1], 0.6)",
        returned="[1.0, 0.0, 0.0, 0.0]",
        expected="two tokens kept: 0.4 alone does not reach 0.6",
        difference="at index 0: got 1.0, expected 0.571",
        case="top_p_filter(np.array([0.4, 0.3, 0.2, 0.1], dtype=np.float64), 0.6)",
    ),
    Check(
        "test_raises",
        "p = 0 keeps exactly one token",
        "failed",
        called="top_p_filter([1.0], 0.0)",
        difference="raised IndexError: \x1b[31mindex -1 is out of bounds",
        trace="line 7, in top_p_filter: return probs[order[count]]",
    ),
    Check("test_begun", "input must not be changed", "not started"),
    *(Check(f"test_axis_{n}", "any axis of three", "failed") for n in range(3)),
)


@pytest.fixture(params=[40, 80, 120])
def width(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def drawn(parts: Sequence[RenderableType], width: int) -> str:
    out = io.StringIO()
    console = make_console(out, {}, width=width)
    for part in parts:
        console.print(part)
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    assert "\x1b" not in out.getvalue()
    assert [line for line in lines if cell_len(line) > width] == []
    return "\n".join(lines)


def test_a_failure(width: int, snapshot: SnapshotAssertion) -> None:
    printed = "".join(f"cum {n}\n" for n in range(40))
    verdict = Verdict("top-p", CHECKS, printed=printed)
    head = head_view("top-p", ATTEMPT, seconds_left=461, number=2)

    page = [head, "", *verdict_view(verdict), "", next_words(ATTEMPT)]

    assert drawn(page, width) == snapshot


def test_a_late_pass(width: int, snapshot: SnapshotAssertion) -> None:
    verdict = Verdict("top-p", CHECKS[:11])
    head = head_view("top-p", ATTEMPT, seconds_left=-75, number=3)
    facts = outcome_view(late=True, counted=True, rating=Rating.HARD, due=date(2026, 12, 14))

    assert drawn([head, "", *verdict_view(verdict), *facts], width) == snapshot


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict("top-p", (), error="line 2: not Python: '(' was never closed"),
        Verdict("top-p", (Check("test_a", "a", "not started"),)),
        Verdict("top-p", (Check("test_a", "a", "broken", difference="a fault of this check"),)),
    ],
    ids=["error", "not started", "broken"],
)
def test_what_could_not_be_judged(verdict: Verdict, snapshot: SnapshotAssertion) -> None:
    assert drawn(verdict_view(verdict), 80) == snapshot


def test_a_diff_keeps_its_signs() -> None:
    lines = ["--- yours", "+++ the reference", "@@ -1 +1 @@", "-a", "+b", " c"]

    assert drawn(diff_view(lines), 80) == "\n".join(lines)
