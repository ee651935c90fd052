"""Steps by their letters, part marks by neighbors."""

from collections.abc import Callable

import pytest

from drill.study.ask import Ask
from drill.study.marking import grammar, mark, right_answer
from drill.study.question import Order

# Shown: a top-p, b logits, c draw, d temperature. Right: b d a c.
SHUFFLED = (2, 0, 3, 1)


@pytest.fixture
def ask(order: Callable[..., Order]) -> Ask:
    return Ask(order().id, 1, order=SHUFFLED)


@pytest.mark.parametrize("text", ["bdac", "b d a c", "b,d,a,c", "BDAC", "2413", "b. d. a. c."])
def test_the_right_order(order: Callable[..., Order], ask: Ask, text: str) -> None:
    found = mark(order(), ask, text, tries=0)
    assert (found.verdict, found.score, found.picked) == ("right", 1, (0, 1, 2, 3))


@pytest.mark.parametrize(
    ("text", "score", "says"),
    [
        ("bdca", 1 / 3, "step 3 is a: top-p"),  # only b-d stand together as they should
        ("cbda", 2 / 3, "step 1 is b: logits"),  # one step moved to the front
        ("cadb", 0, "step 1 is b: logits"),  # backwards
        ("acbd", 2 / 3, "step 1 is b: logits"),  # two halves swapped: a-c and b-d hold
    ],
)
def test_part_marks(order: Callable[..., Order], ask: Ask, text: str, score: float, says: str) -> None:
    found = mark(order(), ask, text, tries=0)
    assert (found.verdict, found.says, found.answer) == ("wrong", says, "bdac")
    assert found.score == pytest.approx(score)


@pytest.mark.parametrize("text", ["", "bda", "bdacc", "bbac", "bdae", "first b then d"])
def test_a_letter_missing_or_twice_is_asked_again(order: Callable[..., Order], ask: Ask, text: str) -> None:
    found = mark(order(), ask, text, tries=2)
    assert (found.verdict, found.says) == ("retry", f"type {grammar(order())}")


def test_the_answer_is_in_the_letters_shown(order: Callable[..., Order], ask: Ask) -> None:
    assert right_answer(order(), ask) == "bdac"
