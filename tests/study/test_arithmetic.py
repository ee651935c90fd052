"""Arithmetic: what it understands, what it refuses, and that nothing else comes out."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.arithmetic import LARGEST, LONGEST, ArithmeticProblem, evaluate

NAMES = {"layers": 32, "model.kv_heads": 8, "tokens": 8192, "half": 0.5}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("131072", 131_072),
        ("1,536", 1536),
        ("1,234,567.5", 1_234_567.5),
        ("1.6e9", 1.6e9),
        ("2.", 2.0),
        (".5", 0.5),
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 3 - 2", 5),
        ("64 / 4 / 2", 8),
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("2 ** -1", 0.5),
        ("--3", 3),
        ("2 * -3", -6),
        ("2*layers*model.kv_heads*128*tokens*2", 2**30),
        ("tokens * half", 4096.0),
    ],
)
def test_value(text: str, expected: float) -> None:
    assert evaluate(text, NAMES) == expected


@pytest.mark.parametrize("text", ["8192 / 2", "2 ** 10", "1,536", "-(3 * 4)"])
def test_integers_stay_integers(text: str) -> None:
    assert isinstance(evaluate(text), int)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a number is missing at character 1"),
        ("2 *", "a number is missing at character 4"),
        ("2 * ) 3", "a number is missing before `)` at character 5"),
        ("2 3", "`3` doesn't follow at character 3"),
        ("(1 + 2", "a bracket isn't closed at character 1"),
        ("1 + 2)", "`)` doesn't follow at character 6"),
        ("2 * heads", "no value named `heads` at character 5"),
        ("1 / (2 - 2)", "division by zero at character 3"),
        ("0 ** -1", "division by zero at character 3"),
        ("1,5", "a decimal needs a point"),
        ("2 @ 3", "can't read `@` at character 3"),
        ("2 ** 65", "an exponent above 64 at character 3"),
        ("(-8) ** 0.5", "a root of a negative number at character 6"),
        ("1e20 ** 2", "a result above 1e30"),
        ("1e20 * 1e20", "a number above 1e30"),
        ("1e999", "a number above 1e30 at character 1"),
        ("1e-320 ** -64", "a result above 1e30"),
        ("1 / 1e-320", "a number above 1e30"),
    ],
)
def test_refusal_says_what_and_where(text: str, message: str) -> None:
    with pytest.raises(ArithmeticProblem) as caught:
        evaluate(text)
    assert message in str(caught.value)


def test_a_long_text_is_refused_before_it_is_read() -> None:
    with pytest.raises(ArithmeticProblem, match="more than 200 characters"):
        evaluate("1" * (LONGEST + 1))


@pytest.mark.parametrize("text", ["(" * 21 + "1" + ")" * 21, "-" * 21 + "1", "**".join(["1"] * 22)])
def test_a_deep_text_is_refused(text: str) -> None:
    with pytest.raises(ArithmeticProblem, match="more than 20 levels deep"):
        evaluate(text)


@pytest.mark.parametrize("text", ["((" * 5 + "1" + "))" * 5, "2 ** 64", "+".join(["1"] * 100)])
def test_what_people_write_is_within_the_bounds(text: str) -> None:
    assert evaluate(text) > 0


@pytest.mark.parametrize("value", [math.inf, math.nan, 10**40])
def test_a_named_value_out_of_bounds_is_refused(value: float) -> None:
    with pytest.raises(ArithmeticProblem, match="above 1e30"):
        evaluate("a", {"a": value})


PIECES = st.sampled_from(
    ["1", "2.5", "1e9", "1,000", "-", "+", "*", "/", "**", "(", ")", "layers", "e", ".", " "]
)


@settings(deadline=None, max_examples=300)
@given(st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=40).map("".join)))
def test_random_text_gives_a_bounded_number_or_the_named_problem(text: str) -> None:
    try:
        value = evaluate(text, NAMES)
    except ArithmeticProblem:
        return
    assert isinstance(value, int | float)
    assert abs(value) <= LARGEST


@settings(deadline=None, max_examples=200)
@given(
    st.recursive(
        st.integers(1, 999).map(str),
        lambda part: st.tuples(part, st.sampled_from("+-*"), part).map(
            lambda three: f"({three[0]} {three[1]} {three[2]})"
        ),
        max_leaves=8,
    )
)
def test_agrees_with_python(text: str) -> None:
    assert evaluate(text) == eval(text)  # the text is made of numbers, signs and brackets only


@pytest.mark.parametrize("text", ["9 ** 9 ** 9 ** 9", "(9 ** 30) ** 30", "1e30 ** 64"])
def test_power_is_guarded_before_it_is_computed(text: str) -> None:
    with pytest.raises(ArithmeticProblem, match="above"):
        evaluate(text)
