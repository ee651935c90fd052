"""Which kind a card can honestly become, or why none."""

import pytest

from drill.study.draft import Card, answer_parts, clean, hints, is_told, is_typed, refusal


def card(answer: str, *, prompt: str = "why?", lost: str = "") -> Card:
    return Card("line 1", prompt, answer, answer_parts(answer), lost=lost)


@pytest.mark.parametrize(
    ("answer", "parts"),
    [
        ("- one\n- two. more\n3) three", ("one", "two. more", "three")),
        ("One thing. Another, e.g. this. A third!", ("One thing.", "Another, e.g. this.", "A third!")),
        ("one\ntwo. three", ("one", "two.", "three")),
        ("", ()),
    ],
)
def test_parts(answer: str, parts: tuple[str, ...]) -> None:
    assert answer_parts(answer) == parts


def test_kinds() -> None:
    assert is_typed(card("x" * 60))
    assert not is_typed(card("x" * 61))
    assert not is_typed(card("a\nb"))
    assert is_told(card("a\nb\nc"))
    assert not is_told(card("a\nb"))


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (card("yes"), ""),
        (card("a\nb\nc"), ""),
        (card("x" * 61), "too long to type (61 characters), too few parts for key points"),
        (card("\n".join("abcdefghi")), "an answer of 9 parts, more than the 8 of an open question"),
        (card(""), "no answer"),
        (card("yes", prompt=""), "no question"),
        (card("", lost="pictures or sound"), "no answer without its pictures or sound"),
        (card("yes", prompt="x" * 10_001), "a text of 10,001 characters"),
    ],
)
def test_refusals(one: Card, why: str) -> None:
    assert refusal(one) == why


def test_hints_are_the_longest_words() -> None:
    assert hints("Each step reads all of the weights, and reads the cache") == ("weights", "reads", "cache")
    assert hints("a b c") == ()
    assert len(hints("alpha beta gamma delta epsilon zeta theta kappa lambda")) == 4


def test_clean() -> None:
    assert clean(" a\r\nb\rc\x1b \n") == "a\nb\nc␛"
    assert clean("x\ud800") == "x\ufffd"
