"""Cleaning and cutting, rule by rule."""

import pytest

from drill.core.infer.tokenizer.bert_words import Cleaning, Words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        (" \t\n\u2028\u3000", []),
        ("Hello, World!", ["hello", ",", "world", "!"]),
        ("don't--stop", ["don", "'", "t", "-", "-", "stop"]),
        ("Café ÀÉ naïve", ["cafe", "ae", "naive"]),
        ("cafe\u0301", ["cafe"]),
        ("İstanbul", ["istanbul"]),
        # letter by letter there is one small sigma; ß is no capital
        ("ΟΔΟΣ Straße", ["οδοσ", "straße"]),
        ("ab中文cd", ["ab", "中", "文", "cd"]),
        # kana and Hangul stay words; a voiced sign is a mark, and Hangul comes apart
        ("ひらがな", ["ひらかな"]),
        ("한", ["\u1112\u1161\u11ab"]),
        ("a\x00b\ufffdc\u200bd\x7f", ["abcd"]),
        ("a\x85b\x0bc", ["abc"]),
        ("a\xa0b\rc", ["a", "b", "c"]),
        ("$5^2`x|", ["$", "5", "^", "2", "`", "x", "|"]),
        ("«да»", ["«", "да", "»"]),
        ("€5 ½ ²", ["€5", "½", "²"]),
        ("a\ud800b", ["ab"]),
        ("\ud83d\ude00", ["😀"]),
    ],
)
def test_words_of_uncased_bert(text: str, words: list[str]) -> None:
    assert Words(Cleaning())(text) == words


def test_each_rule_can_be_left_out() -> None:
    assert Words(Cleaning(lower=False))("Café") == ["Café"]
    assert Words(Cleaning(lower=False, strip_accents=True))("Café") == ["Cafe"]
    assert Words(Cleaning(strip_accents=False))("Café") == ["café"]
    assert Words(Cleaning(cleans=False))("a\x00b\u200bc d") == ["a\x00b\u200bc", "d"]
    assert Words(Cleaning(spaces_ideographs=False))("ab中文") == ["ab中文"]


def test_a_text_is_cut_the_same_after_others() -> None:
    words = Words(Cleaning())
    before = words("Zürich, 東京")
    for text in ("x" * 50, "Zü", "東", "\x00"):
        words(text)
    assert words("Zürich, 東京") == before
