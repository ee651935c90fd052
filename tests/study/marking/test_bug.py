"""A line and a reason."""

from collections.abc import Callable

import pytest

from drill.study.ask import Ask
from drill.study.marking import grammar, mark, right_answer
from drill.study.question import Bug

# Line 2 is wrong; the right reason is the bank's first option, shown as b.
SHUFFLED = (2, 0, 3, 1)


@pytest.fixture
def ask(bug: Callable[..., Bug]) -> Ask:
    return Ask(bug().id, 1, order=SHUFFLED)


@pytest.mark.parametrize("text", ["2 b", "2b", "2,b", "2, B", " 2 b ", "2: b", "line 2 b", "L2 b", "2 b)"])
def test_the_line_and_the_reason(bug: Callable[..., Bug], ask: Ask, text: str) -> None:
    found = mark(bug(), ask, text, tries=0)
    assert (found.verdict, found.score, found.answer, found.picked) == ("right", 1, "2 b", (0,))


@pytest.mark.parametrize(
    ("text", "score", "says", "misconception"),
    [
        ("2 a", 0.5, "the line is right; a: The budget sizes a chunk.", "budget is a queue"),
        ("3 b", 0, "the fault is in line 2, not 3", ""),
        ("1 d", 0, "the fault is in line 2, not 1", "chunks answer"),
    ],
)
def test_the_line_alone_is_worth_half(
    bug: Callable[..., Bug], ask: Ask, text: str, score: float, says: str, misconception: str
) -> None:
    found = mark(bug(), ask, text, tries=0)
    assert (found.verdict, found.score, found.says) == ("wrong", score, says)
    assert (found.misconception, found.answer) == (misconception, "2 b")


@pytest.mark.parametrize(
    "text", ["", "2", "b", "b 2", "0 b", "4 b", "2 e", "2 ab", "99999999 b", "2.5 b", "²b"]
)
def test_anything_else_is_asked_again(bug: Callable[..., Bug], ask: Ask, text: str) -> None:
    found = mark(bug(), ask, text, tries=2)
    assert (found.verdict, found.says) == ("retry", f"type {grammar(bug())}")


def test_the_answer_can_be_typed(bug: Callable[..., Bug], ask: Ask) -> None:
    assert right_answer(bug(), ask) == "2 b"
    assert grammar(bug()) == "the line, 1 to 3, and the reason, a to d, such as 2 b"
