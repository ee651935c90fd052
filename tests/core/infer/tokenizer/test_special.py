import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.core.errors import InputError
from drill.core.infer.tokenizer.special import Specials

SPECIALS = Specials({"<|end|>": 7, "<|end|>s": 8, "<think>": 9})


def test_the_default_refuses_special_text() -> None:
    with pytest.raises(InputError, match=r"special token '<\|end\|>': allow it, or encode it as plain text"):
        list(SPECIALS.split("stop <|end|> here"))
    assert list(SPECIALS.split("no token here: <|end |>")) == ["no token here: <|end |>"]


def test_allowed_tokens_become_ids() -> None:
    assert list(SPECIALS.split("a<|end|>b<think>", allowed="all")) == ["a", 7, "b", 9]
    assert list(SPECIALS.split("<|end|><|end|>", allowed={"<|end|>"})) == [7, 7]


def test_allowing_one_does_not_allow_another() -> None:
    with pytest.raises(InputError, match="special token '<think>'"):
        list(SPECIALS.split("<|end|> <think>", allowed={"<|end|>"}))
    assert list(SPECIALS.split("<|end|> <think>", allowed={"<|end|>"}, others="plain")) == [7, " <think>"]


def test_the_longest_wins_where_one_begins_with_another() -> None:
    assert list(SPECIALS.split("<|end|>s", allowed="all")) == [8]
    assert list(SPECIALS.split("<|end|>s", allowed={"<|end|>"})) == [7, "s"]


def test_all_of_them_as_plain_text() -> None:
    assert list(SPECIALS.split("<|end|><think>", others="plain")) == ["<|end|><think>"]


def test_an_allowed_text_that_is_no_token() -> None:
    with pytest.raises(InputError, match="'<eos>' is no special token"):
        list(SPECIALS.split("text", allowed={"<eos>"}))


def test_a_vocabulary_without_special_tokens() -> None:
    assert list(Specials({}).split("any <|end|>", allowed="all")) == ["any <|end|>"]
    assert list(Specials({}).split("")) == []


@given(st.lists(st.sampled_from(["<|end|>", "<|end|>s", "<think>", "<", "|", "s", " "])))
def test_the_parts_are_the_text(chunks: list[str]) -> None:
    text = "".join(chunks)
    names = {number: name for name, number in SPECIALS.ids.items()}
    parts = list(SPECIALS.split(text, allowed="all"))
    assert "".join(names[part] if isinstance(part, int) else part for part in parts) == text
    assert not any(isinstance(part, str) and name in part for part in parts for name in SPECIALS.ids)
