import re

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.errors import InputError
from drill.core.infer.tokenizer.patterns import PATTERNS, pattern_named


def cut(name: str, text: str) -> list[str]:
    found: list[str] = regex.findall(pattern_named(name).regex, text)
    return found


@settings(max_examples=50, deadline=None)
@given(st.text())
def test_pieces_are_the_whole_text(text: str) -> None:
    for name in PATTERNS:
        assert "".join(cut(name, text)) == text


@pytest.mark.parametrize(
    ("name", "text", "pieces"),
    [
        ("gpt2", "I'M it's 12345", ["I", "'", "M", " it", "'s", " 12345"]),
        ("smollm", "I'M it's 12345", ["I", "'", "M", " it", "'s", " ", "1", "2", "3", "4", "5"]),
        ("cl100k_base", "I'M it's 12345", ["I", "'M", " it", "'s", " ", "123", "45"]),
        ("llama-bpe", "I'M it's 12345", ["I", "'M", " it", "'s", " ", "123", "45"]),
        ("qwen2", "I'M it's 12345", ["I", "'M", " it", "'s", " ", "1", "2", "3", "4", "5"]),
        ("o200k_base", "I'M it's 12345", ["I'M", " it's", " ", "123", "45"]),
        (
            "o200k_base",
            "camelCase HTTPServer a//b\n/",
            ["camel", "Case", " HTTPServer", " a", "//", "b", "\n", "/"],
        ),
        # one space is left for the word behind it, but all of them stay at the end of the text
        ("gpt2", "a   b  ", ["a", "  ", " b", "  "]),
        ("cl100k_base", "a \n \n  b", ["a", " \n \n", " ", " b"]),
        # the digits are cut out first, so the text before them ends in its spaces
        ("gpt2", "a  5", ["a", " ", " 5"]),
        ("smollm", "a  5", ["a", "  ", "5"]),
        # L and N are more than [a-z] and [0-9]: any script, a Roman numeral sign, a half
        ("gpt2", "ßж日Ⅷ½", ["ßж日", "Ⅷ½"]),
    ],
)
def test_pieces(name: str, text: str, pieces: list[str]) -> None:
    assert cut(name, text) == pieces


@pytest.mark.parametrize("separator", ["\x1c", "\x1d", "\x1e", "\x1f"])
def test_separators_are_no_white_space_as_they_are_for_re(separator: str) -> None:
    assert re.fullmatch(r"\s", separator)
    assert cut("gpt2", f"a {separator}") == ["a", f" {separator}"]
    assert cut("gpt2", "a \x85") == ["a", " \x85"]


def test_an_unknown_name() -> None:
    with pytest.raises(InputError, match="'tekken' is unknown: take one of gpt2, smollm"):
        pattern_named("tekken")
