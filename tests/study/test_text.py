"""Text is made harmless for a terminal, and otherwise left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.text import harmless, one_line, storable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\nc", "a\tb\nc"),
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("a\x00\x07\r\x7f\x9bb", "a\ufffd\ufffd\ufffd\ufffd\ufffdb"),
        ("\u202eabc\u2066\u2069\u200f", "\ufffdabc\ufffd\ufffd\ufffd"),
        ("తెలుగు café dict[str, int] [bold] \N{FIRE}", "తెలుగు café dict[str, int] [bold] \N{FIRE}"),
        ("\ud800", "\ufffd"),
    ],
)
def test_controls_are_shown_and_the_rest_stays(text: str, shown: str) -> None:
    assert harmless(text) == shown


@given(st.text(st.characters()))
def test_harmless_twice_is_harmless_once_and_keeps_the_length(text: str) -> None:
    once = harmless(text)
    assert harmless(once) == once
    assert len(once) == len(text)
    assert "\x1b" not in once


def test_one_line_is_flat_and_short() -> None:
    assert one_line(" a\n b\tc ") == "a b c"
    assert one_line("x" * 50, longest=10) == "x" * 9 + "…"


def test_storable_text_is_the_same_but_for_lone_surrogates() -> None:
    assert storable("a\x1b\u202eతె\r\n🔥") == "a\x1b\u202eతె\r\n🔥"
    assert storable("\ud800a\udcff") == "?a?"
