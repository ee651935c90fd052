"""What an ask draws, and what follows from the numbers drawn."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.ask import Ask, Drawn
from drill.study.instance import (
    DrawProblem,
    any_numbers,
    draw,
    fill,
    namespace,
    placeholders,
    right_value,
    still_fits,
    trap_values,
    words,
    worked_line,
)
from drill.study.question import Choice, ItemId, Numeric, Order, Param, Question, Trap

Build = Callable[..., Numeric]
NUMBERS: Drawn = {"model": "llama-3-8b", "tokens": 16384, "dtype": 2}
seeds = st.integers(0, 2**32)


@settings(max_examples=60, deadline=None)
@given(seed=seeds)
def test_every_option_is_shown_once(seed: int, every_kind: tuple[Question, ...]) -> None:
    for question in every_kind:
        ask = draw(question, random.Random(seed))
        shown = getattr(question, "options", getattr(question, "steps", ()))
        assert sorted(ask.order) == list(range(len(shown)))
        assert (ask.item, ask.rev) == (question.id, question.rev)
        assert ask == draw(question, random.Random(seed))


@settings(max_examples=60, deadline=None)
@given(seed=seeds)
def test_steps_are_never_shown_in_the_right_order(seed: int, order: Callable[..., Order]) -> None:
    question = order(steps=("a", "b", "c"))
    assert draw(question, random.Random(seed)).order != (0, 1, 2)


def test_every_place_is_as_likely(choice: Callable[..., Choice]) -> None:
    rng = random.Random(5)
    places = Counter(draw(choice(), rng).order.index(0) for _ in range(2000))
    assert all(abs(count - 500) < 100 for count in places.values())


@settings(max_examples=60, deadline=None)
@given(seed=seeds)
def test_no_trap_lies_within_five_percent(seed: int, numeric: Build) -> None:
    # 1,000 * 1.04 lies too near and is thrown away, 1,000 * 1.06 is far enough
    question = numeric(
        params={"factor": Param(values=(1.01, 1.04, 1.05, 1.06, 0.96, 0.9))},
        formula="tokens.from_words",
        args={"words": "1000", "words_per_token": "1"},
        traps=(Trap("scaled", "No factor.", expression="1000*factor"),),
    )
    ask = draw(question, random.Random(seed))
    assert ask.numbers["factor"] in {1.06, 0.9}
    right = right_value(question, ask.numbers)
    assert all(abs(value - right) > 0.05 * right for _, value in trap_values(question, ask.numbers))


def test_a_wide_tolerance_keeps_traps_as_far_off(numeric: Build) -> None:
    question = numeric(
        params={"factor": Param(values=(1.08, 1.2))},
        formula="tokens.from_words",
        args={"words": "1000", "words_per_token": "1"},
        traps=(Trap("scaled", "No factor.", expression="1000*factor"),),
        tolerance="10%",
    )
    assert {draw(question, random.Random(seed)).numbers["factor"] for seed in range(20)} == {1.2}


def test_an_ask_fits_its_own_question_alone(every_kind: tuple[Question, ...]) -> None:
    """Even under one id and revision: no ask of one kind passes for another's with other parts."""
    for question in every_kind:
        ask = draw(question, random.Random(1))
        assert still_fits(question, ask)
        assert not still_fits(question, Ask(ask.item, ask.rev + 1, ask.numbers, ask.order))
        assert not still_fits(question, Ask(ItemId("other"), ask.rev, ask.numbers, ask.order))
        assert not still_fits(question, Ask(ask.item, ask.rev, {**ask.numbers, "more": 1}, ask.order))
        assert not still_fits(question, Ask(ask.item, ask.rev, ask.numbers, (*ask.order, 9)))


def test_an_ask_does_not_fit_once_a_part_is_gone(
    choice: Callable[..., Choice], order: Callable[..., Order]
) -> None:
    assert not still_fits(choice(options=choice().options[:3]), draw(choice(), random.Random(1)))
    assert not still_fits(order(steps=order().steps[1:]), draw(order(), random.Random(1)))


@pytest.mark.parametrize(
    "changed",
    [
        {"params": {"count": Param(values=(8192,)), "dtype": Param(values=(2,))}},
        {"params": {name: Param(values=(2,)) for name in NUMBERS}},  # a table no more
        {"params": {name: Param(table="models", rows=("llama-3-8b",)) for name in NUMBERS}},
        {"args": {}},
        {"traps": (Trap("typo", "No.", expression="tokns"),)},
    ],
)
def test_an_ask_does_not_fit_numbers_that_give_no_answer(numeric: Build, changed: dict[str, Any]) -> None:
    assert not still_fits(numeric(**changed), draw(numeric(), random.Random(1)))


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"traps": (Trap("same", "No.", formula="kv.cache_bytes"),)}, "trap `same` lies too near"),
        ({"traps": (Trap("none", "No.", expression="tokens/0"),)}, "`tokens/0` can't be computed"),
        ({"traps": (Trap("typo", "No.", expression="tokns"),)}, "`tokns` can't be computed"),
        ({"formula": "kv.nothing"}, "`kv.nothing` can't be computed"),
        ({"args": {}}, "`kv.cache_bytes` can't be computed"),  # an argument is missing
        ({"args": {"wrong": "1"}}, "`kv.cache_bytes` can't be computed"),
    ],
)
def test_a_question_without_fair_numbers_says_why(
    numeric: Build, changed: dict[str, Any], reason: str
) -> None:
    with pytest.raises(DrawProblem, match=reason):
        draw(numeric(**changed), random.Random(0))


def test_names_for_arithmetic(numeric: Build) -> None:
    names = namespace(numeric(), NUMBERS)
    assert (names["tokens"], names["model.layers"], names["model.kv_heads"]) == (16384, 32, 8)
    assert "model" not in names
    assert "model.name" not in names


def test_words_for_placeholders(numeric: Build) -> None:
    shown = words(numeric(), NUMBERS)
    assert (shown["tokens"], shown["dtype"], shown["dtype.name"]) == ("16,384", "2", "BF16")
    assert (shown["model.layers"], shown["model.name"]) == ("32", "Llama-3-8B")


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1 + 0.2, "0.3"), (2.0, "2"), (1.6e9, "1,600,000,000"), (0.5, "0.5"), (1234.5, "1,234.5"), (-3, "-3")],
)
def test_numbers_are_shown_short(numeric: Build, value: float, text: str) -> None:
    question = numeric(params={"x": Param(values=(value,))})
    assert words(question, {"x": value}) == {"x": text}


def test_a_number_no_longer_in_the_bank_has_no_name(numeric: Build) -> None:
    assert "dtype.name" not in words(numeric(), {**NUMBERS, "dtype": 4})


def test_a_row_that_is_gone_is_named(numeric: Build) -> None:
    with pytest.raises(DrawProblem, match="table `models` has no row `gone`"):
        words(numeric(), {**NUMBERS, "model": "gone"})


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{x} tokens", "7 tokens"),
        ("{x}{x}", "77"),
        ("{m.name}", "Llama"),
        ('{"a": 1}', '{"a": 1}'),
        ("dict[str, int] {} {y} { x }", "dict[str, int] {} {y} { x }"),
        ("{x!r} {x:>3} {0}", "{x!r} {x:>3} {0}"),
        ("{{x}}", "{7}"),
        ("[bold] %s", "[bold] %s"),
    ],
)
def test_only_known_names_are_filled(text: str, filled: str) -> None:
    assert fill(text, {"x": "7", "m.name": "Llama"}) == filled


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_text_without_known_names_stays(text: str) -> None:
    assert fill(text, {}) == text


def test_the_right_value_and_its_traps(numeric: Build) -> None:
    assert right_value(numeric(), NUMBERS) == 2 * 2**30
    values = {trap.misconception: value for trap, value in trap_values(numeric(), NUMBERS)}
    assert values == {"all heads": 8 * 2**30, "keys only": 2**30}


def test_the_worked_line(numeric: Build) -> None:
    assert worked_line(numeric(), NUMBERS) == "2 x 32 x 16,384 x 2 B (BF16) = 2.00 GiB"


def test_any_numbers_may_be_unfair(numeric: Build) -> None:
    question = numeric(traps=(Trap("same", "No.", formula="kv.cache_bytes"),))
    assert any_numbers(question, random.Random(1)).keys() == NUMBERS.keys()


def test_placeholders_are_names_in_braces() -> None:
    assert placeholders('{x} {m.name} {"a": 1} {} {X} {x}') == ("x", "m.name", "x")
