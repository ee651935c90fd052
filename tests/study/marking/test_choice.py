"""One letter, whichever way the options were shuffled."""

from collections.abc import Callable

import pytest

from drill.study.ask import Ask
from drill.study.marking import grammar, mark, right_answer
from drill.study.question import Choice

SHUFFLED = (2, 0, 3, 1)


@pytest.fixture
def ask(choice: Callable[..., Choice]) -> Ask:
    return Ask(choice().id, 1, order=SHUFFLED)


@pytest.mark.parametrize("text", ["b", "B", " b ", "2", "b)", "(b", "ｂ", "b."])
def test_the_letter_of_the_shuffle_is_what_counts(choice: Callable[..., Choice], ask: Ask, text: str) -> None:
    found = mark(choice(), ask, text, tries=0)
    assert (found.verdict, found.score, found.answer, found.picked) == ("right", 1, "b", (0,))


@pytest.mark.parametrize(("text", "index"), [("a", 2), ("c", 3), ("d", 1)])
def test_a_wrong_option_gives_its_why_and_misconception(
    choice: Callable[..., Choice], ask: Ask, text: str, index: int
) -> None:
    question = choice()
    found = mark(question, ask, text, tries=0)
    option = question.options[index]
    assert (found.verdict, found.score, found.picked) == ("wrong", 0, (index,))
    assert (found.says, found.misconception) == (f"{text}: {option.why}", option.misconception)
    assert found.answer == "b"


@pytest.mark.parametrize(
    "text", ["", " ", "e", "5", "0", "ab", "aa", "later", "-", "а", "\x1b[A", "8" * 5000]
)
@pytest.mark.parametrize("tries", [0, 1, 7])
def test_anything_else_is_asked_again_and_gives_nothing_away(
    choice: Callable[..., Choice], ask: Ask, text: str, tries: int
) -> None:
    found = mark(choice(), ask, text, tries=tries)
    assert (found.verdict, found.says) == ("retry", "type one letter, a to d")
    assert (found.answer, found.picked, found.score) == ("", (), 0)


def test_the_answer_and_the_grammar(choice: Callable[..., Choice], ask: Ask) -> None:
    assert right_answer(choice(), ask) == "b"
    assert grammar(choice()) == "one letter, a to d"
