"""A slip of the finger against another answer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.marking.typos import distance, is_near

NEAR = [
    ("prefil", "prefill"),  # one letter missing
    ("perfill", "prefill"),  # two neighbors swapped
    ("prefoll", "prefill"),  # one letter wrong
    ("pageddattention", "PagedAttention"),  # one too many
    ("spekulative decodng", "speculative decoding"),  # two in a long form
    ("kv chache", "KV cache"),
    ("rop embedding", "RoPE embedding"),
]
FAR = [
    ("prefill", "prefill"),  # right, so not near
    ("prfil", "prefill"),  # two in seven letters
    ("GQA", "MQA"),  # three letters or fewer: another word
    ("top-k", "top-p"),
    ("int4", "int8"),
    ("FP16 weights", "FP8 weights"),  # numbers are never misspelled
    ("q heads of the layer", "k heads of the layer"),  # nor are names of one letter
    ("decode", "prefill"),
    ("", "prefill"),
]


@pytest.mark.parametrize(("text", "form"), NEAR)
def test_a_misspelling(text: str, form: str) -> None:
    assert is_near(text, [form])


@pytest.mark.parametrize(("text", "form"), FAR)
def test_another_answer(text: str, form: str) -> None:
    assert not is_near(text, [form])


def test_no_misspelling_of_what_is_as_near_to_a_slip() -> None:
    assert is_near("latenci", ["latency"])
    assert not is_near("latenc", ["latency"], ["latence"])
    assert is_near("prefil", ["decode", "prefill"], ["prefixes"])


@pytest.mark.parametrize(
    ("a", "b", "apart"),
    [
        ("", "", 0),
        ("ab", "ba", 1),
        ("abc", "abd", 1),
        ("abc", "ab", 1),
        ("abcd", "badc", 2),
        ("aaaa", "aaaaaa", 2),
        ("abc", "xyz", 3),
        ("", "abc", 3),
        ("abcdefgh", "xyzdefgh", 3),
    ],
)
def test_distance(a: str, b: str, apart: int) -> None:
    assert distance(a, b) == apart


@settings(max_examples=60, deadline=None)
@given(st.text("abc", max_size=8), st.text("abc", max_size=8))
def test_distance_is_symmetric_and_zero_only_for_equals(a: str, b: str) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)


@settings(max_examples=60, deadline=None)
@given(st.text("abc", min_size=1, max_size=8), st.data())
def test_one_edit_is_at_most_one_apart(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    edited = text[:at] + data.draw(st.sampled_from(["", "z", text[at] + "z"])) + text[at + 1 :]
    assert distance(text, edited) == 1
