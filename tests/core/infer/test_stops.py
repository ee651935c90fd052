"""Stop texts in a stream: never shown, found across pieces, and the pieces don't matter."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.errors import InputError
from drill.core.infer.stops import Fed, StopTexts


def answer(pieces: list[str], stops: list[str]) -> tuple[str, bool]:
    texts, shown = StopTexts(stops), ""
    for piece in pieces:
        fed = texts.feed(piece)
        shown += fed.text
        if fed.stopped:
            return shown, True
    return shown + texts.flush(), False


def test_a_begin_is_held_back_and_given_when_it_was_none() -> None:
    texts = StopTexts(["END"])
    assert texts.feed("theE") == Fed("the", False)
    assert texts.feed("N") == Fed("", False)
    assert texts.feed("Emy") == Fed("ENEmy", False)
    assert texts.feed("EN") == Fed("", False)
    assert texts.flush() == "EN"
    assert texts.flush() == ""


@pytest.mark.parametrize(
    ("text", "stops", "expected"),
    [
        ("one###two", ["###"], ("one", True)),
        ("####", ["###"], ("", True)),
        ("aab", ["ab"], ("a", True)),
        ("abcd", ["abcd", "c"], ("ab", True)),  # the first to be complete
        ("abcd", ["bcd", "abcd"], ("", True)),  # both at once: the longer
        ("ababac", ["abac"], ("ab", True)),
        ("abc", [], ("abc", False)),
        ("ab", ["abc"], ("ab", False)),
    ],
)
def test_examples(text: str, stops: list[str], expected: tuple[str, bool]) -> None:
    assert answer([text], stops) == expected
    assert answer(list(text), stops) == expected


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.text("ab", max_size=4), max_size=8),
    st.lists(st.text("ab", min_size=1, max_size=4), max_size=3),
)
def test_pieces_change_nothing(pieces: list[str], stops: list[str]) -> None:
    whole = "".join(pieces)
    shown, stopped = answer(pieces, stops)
    assert (shown, stopped) == answer(list(whole), stops)
    assert not any(stop in shown for stop in stops)
    assert stopped == any(stop in whole for stop in stops)
    assert whole.startswith(shown)


def test_an_empty_stop_text() -> None:
    with pytest.raises(InputError, match="a stop text is empty"):
        StopTexts(["x", ""])
