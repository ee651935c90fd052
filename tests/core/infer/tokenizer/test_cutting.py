"""Texts that no encoder could take as they are, and pieces."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.core.errors import InputError
from drill.core.infer.tokenizer.cutting import cutter, prepared, well_formed
from drill.core.infer.tokenizer.patterns import PATTERNS


def test_surrogates() -> None:
    assert well_formed("a\ud800b\udc00") == "a\ufffdb\ufffd"
    assert well_formed("\ud83d\ude00") == "😀"
    assert well_formed("plain 😀") == "plain 😀"


def test_only_qwen2_composes() -> None:
    found = {name: prepared("e\u0301\ud800", pattern) for name, pattern in PATTERNS.items()}
    assert {name for name, text in found.items() if text == "é\ufffd"} == {"qwen2"}
    assert set(found.values()) == {"é\ufffd", "e\u0301\ufffd"}


@given(st.text(st.characters(exclude_categories=())), st.sampled_from(sorted(PATTERNS)))
def test_the_pieces_together_are_the_text(text: str, name: str) -> None:
    whole = "".join(cutter(name)(text))
    assert normalize("NFC", whole) == normalize("NFC", well_formed(text))
    assert PATTERNS[name].composes or whole == well_formed(text)


def test_an_unknown_pattern() -> None:
    with pytest.raises(InputError, match="pre-tokenizer 'tekken' is unknown"):
        cutter("tekken")
