"""A question outside an ask: some numbers stand where its placeholders are."""

from collections.abc import Callable
from random import Random

import pytest

from drill.study.example import example_words
from drill.study.instance import fill
from drill.study.question import Numeric, Param, Question


def test_numbers_stand_for_placeholders(numeric: Callable[..., Numeric]) -> None:
    question = numeric(prompt="{model.name}: {model.layers} layers, {tokens} tokens in {dtype.name}")
    shown = fill(question.prompt, example_words(question, Random(0)))
    assert "{" not in shown
    assert shown == fill(question.prompt, example_words(question, Random(0)))


@pytest.mark.parametrize(
    "param", [Param(start=1, stop=2, step=1e-320), Param(table="models", rows=("no-such-model",))]
)
def test_what_cannot_be_drawn_has_no_words(numeric: Callable[..., Numeric], param: Param) -> None:
    assert example_words(numeric(params={"tokens": param}), Random(0)) == {}


def test_other_kinds_have_no_placeholders(every_kind: tuple[Question, ...]) -> None:
    assert [q for q in every_kind if not isinstance(q, Numeric) and example_words(q, Random(0))] == []
