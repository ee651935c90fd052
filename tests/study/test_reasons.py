"""Reasons: each under the name it has on the page of this ask."""

from collections.abc import Callable

import pytest

from drill.study.ask import Ask
from drill.study.marking import mark
from drill.study.question import Choice, Multi, Numeric, Open, Order, Predict, Question, Short
from drill.study.reasons import reasons, reasons_for


def ask(question: Question, *order: int) -> Ask:
    return Ask(question.id, question.rev, order=order)


def test_options_have_the_letters_of_this_ask(choice: Callable[..., Choice]) -> None:
    question = choice()
    whys = reasons(question, ask(question, 2, 0, 3, 1))
    assert [why.label for why in whys] == ["a", "b", "c", "d"]
    assert [why.right for why in whys] == [False, True, False, False]
    assert whys[0].text == question.options[2].why


def test_traps_and_slips_are_named(
    numeric: Callable[..., Numeric], short: Callable[..., Short], predict: Callable[..., Predict]
) -> None:
    assert [why.label for why in reasons(numeric(), ask(numeric()))] == ["all heads", "keys only"]
    assert [why.label for why in reasons(short(), ask(short()))] == ["prefix cache"]
    assert [why.text for why in reasons(predict(), ask(predict()))] == ["print adds nothing up."]


def test_order_and_open_have_none(order: Callable[..., Order], interview: Callable[..., Open]) -> None:
    for question in (order(), interview()):
        assert reasons(question, ask(question)) == []
        assert (
            reasons_for(question, ask(question), mark(question, ask(question, 0, 1, 2, 3), "a b", tries=0))
            == []
        )


@pytest.mark.parametrize(
    ("typed", "labels"),
    [("a,c,e", []), ("a,b,c,e", ["b"]), ("a,b", ["b", "c", "e"]), ("b,d", ["a", "b", "c", "d", "e"])],
)
def test_reasons_for_a_miss_name_wrong_picks_and_right_ones_left_out(
    multi: Callable[..., Multi], typed: str, labels: list[str]
) -> None:
    question = multi()
    shown = ask(question, 0, 1, 2, 3, 4)
    whys = reasons_for(question, shown, mark(question, shown, typed, tries=0))
    assert [why.label for why in whys] == labels
