"""Several letters, all or nothing, with part marks."""

from collections.abc import Callable

import pytest

from drill.study.ask import Ask
from drill.study.marking import grammar, mark, right_answer
from drill.study.question import Multi

# Shown: a queries, b keys, c values, d logits, e a scale a block. Right: b, c, e.
SHUFFLED = (1, 0, 2, 3, 4)


@pytest.fixture
def ask(multi: Callable[..., Multi]) -> Ask:
    return Ask(multi().id, 1, order=SHUFFLED)


@pytest.mark.parametrize("text", ["b,c,e", "bce", "e c b", "B, C, E", "2,3,5", "b;c;e", "b,b,c,e", " b c e "])
def test_the_right_set_in_any_order_and_spelling(multi: Callable[..., Multi], ask: Ask, text: str) -> None:
    found = mark(multi(), ask, text, tries=0)
    assert (found.verdict, found.score, found.picked) == ("right", 1, (0, 2, 4))


@pytest.mark.parametrize(
    ("text", "score", "says"),
    [
        ("b", 1 / 3, "missed c, e"),
        ("b,c", 2 / 3, "missed e"),
        ("b,c,d,e", 2 / 3, "d: Only the last row is used."),  # 3 right picks less 1 wrong one
        ("a,b", 0, "a: Used once, then dropped."),
        ("a,d", 0, "a: Used once, then dropped."),  # floored, not -2/3
        ("abcde", 1 / 3, "a: Used once, then dropped."),  # ticking all is worth little
    ],
)
def test_part_marks(multi: Callable[..., Multi], ask: Ask, text: str, score: float, says: str) -> None:
    found = mark(multi(), ask, text, tries=0)
    assert (found.verdict, found.says, found.answer) == ("wrong", says, "b,c,e")
    assert found.score == pytest.approx(score)


def test_the_misconception_is_the_first_wrong_picks(multi: Callable[..., Multi], ask: Ask) -> None:
    assert mark(multi(), ask, "b,d", tries=0).misconception == "logits are cached"
    assert mark(multi(), ask, "b,c", tries=0).misconception == ""


@pytest.mark.parametrize("text", ["", ",", "f", "b,z", "b and c", "0"])
def test_anything_else_is_asked_again(multi: Callable[..., Multi], ask: Ask, text: str) -> None:
    found = mark(multi(), ask, text, tries=3)
    assert (found.verdict, found.says) == ("retry", f"type {grammar(multi())}")


def test_the_answer_is_in_the_letters_shown(multi: Callable[..., Multi], ask: Ask) -> None:
    assert right_answer(multi(), ask) == "b,c,e"
    assert grammar(multi()) == "every right letter, a to e, such as a,c"
