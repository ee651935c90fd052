import pytest

from drill.core.errors import FileError
from drill.core.infer.tokenizer.byte_level import BYTE_OF, VISIBLE, merges_of, to_bytes, tokens_of


def test_the_table_is_one_to_one_and_188_bytes_stand_for_themselves() -> None:
    assert sorted(BYTE_OF.values()) == list(range(256))
    assert len(VISIBLE) == 188
    assert sum(sign == byte for sign, byte in BYTE_OF.items()) == 188


@pytest.mark.parametrize(
    ("visible", "data"),
    [
        ("Ġthe", b" the"),
        ("Ċ", b"\n"),
        ("Ā", b"\x00"),
        ("ġ", b"\x7f"),
        ("Ń", b"\xad"),
        ("Ã©", "é".encode()),
        ("~", b"~"),
    ],
)
def test_bytes_of_visible_text(visible: str, data: bytes) -> None:
    assert to_bytes(visible) == data


@pytest.mark.parametrize("visible", [" ", "\n", "\xad", "日", "ń" + "x", "\uffff"])
def test_characters_that_stand_for_no_byte(visible: str) -> None:
    with pytest.raises(UnicodeError):
        to_bytes(visible)


def test_tokens() -> None:
    assert tokens_of({0: "Ġa", 5: "b"}, "f") == {"Ġa": b" a", "b": b"b"}
    with pytest.raises(FileError, match=r"^f: token 3 is empty or there twice"):
        tokens_of({0: "a", 3: "a"}, "f")
    with pytest.raises(FileError, match=r"^f: token 0 is empty or there twice"):
        tokens_of({0: ""}, "f")
    with pytest.raises(FileError, match=r"^f: token 2 holds a character that is no byte"):
        tokens_of({2: "日"}, "f")


def test_merges() -> None:
    known = {"Ġ": b" ", "a": b"a", "Ġa": b" a"}
    assert merges_of([("Ġ", "a")], known, "f") == [(b" ", b"a")]
    for broken in (("a", "Ġ"), ("a", "b"), ("a",), ("a", "Ġ", "a"), ()):
        with pytest.raises(FileError, match=r"^f: merge 1 doesn't make a token of two"):
            merges_of([("Ġ", "a"), broken], known, "f")
