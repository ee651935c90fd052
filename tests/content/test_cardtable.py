"""Tables of cards, as people and spreadsheets write them."""

from pathlib import Path

import pytest

from drill.content.cardtable import read_table, table_cards
from drill.errors import ContentError
from drill.study.draft import Card, Refused


def cards(text: str) -> list[Card | Refused]:
    return list(table_cards(text, "cards.csv"))


def pairs(text: str) -> list[tuple[str, str, str]]:
    return [(card.where, card.prompt, card.answer) for card in cards(text) if isinstance(card, Card)]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_separators(separator: str, end: str) -> None:
    rows = ("prompt,answer", "one?,1", '"two, too?",2', '"a ""b""?",3')
    expected = [("line 2", "one?", "1"), ("line 3", "two, too?", "2"), ("line 4", 'a "b"?', "3")]
    # the comma of the second row is no separator
    text = end.join(row.replace(",", separator) for row in rows).replace(f"two{separator}", "two,")
    assert pairs(text) == expected
    assert pairs(f"{text}{end}") == expected


def test_without_a_head() -> None:
    assert pairs("one?;1;own\ntwo?;2;own\n") == [("line 1", "one?", "1"), ("line 2", "two?", "2")]
    assert pairs("one?,1\n") == [("line 1", "one?", "1")]


def test_a_head_names_the_columns() -> None:
    text = "Answer,Difficulty,Prompt,Notes\n1,4,one?,mine\n"
    (card,) = cards(text)
    assert card == Card("line 2", "one?", "1", ("1",), difficulty=4)


def test_all_columns() -> None:
    (card,) = cards("one?,1,kv-cache,because,5\n")
    assert card == Card("line 1", "one?", "1", ("1",), "because", "kv-cache", 5)


def test_a_cell_of_several_lines_and_blank_rows() -> None:
    text = 'prompt,answer\n\n"why\nso?","a\nb\nc"\n,\nlast?,z\n'
    assert pairs(text) == [("line 3", "why\nso?", "a\nb\nc"), ("line 8", "last?", "z")]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("a,b,,,,x", "6 cells for 5 columns; quote a text that holds the separator"),
        ("a,b,KV cache", "its topic must be lower-case words joined by hyphens"),
        ("a,b,,,9", "its difficulty must be 1 to 5"),
        ("a,b,,,²", "its difficulty must be 1 to 5"),
    ],
)
def test_bad_rows_are_named(row: str, why: str) -> None:
    text = f"prompt,answer,topic,explanation,difficulty\n{row}\nok?,1\n"
    refused, good = cards(text)
    assert refused == Refused("line 2", "a", why)
    assert good.where == "line 3"


@pytest.mark.parametrize("text", ['a,"b', 'one,1\ntwo,"2" 3\n', f"one,{'x' * 200_000}"])
def test_what_is_no_table(text: str) -> None:
    with pytest.raises(ContentError, match=r"^cards\.csv:[12]: .*; mend the quotes of that row$"):
        cards(text)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_bytes("prompt,answer\nwärme?,ja\n".encode("utf-8-sig"))
    assert [card.prompt for card in read_table(path)] == ["wärme?"]
    path.write_bytes(b"prompt,answer\nw\xe4rme?,ja\n")
    with pytest.raises(ContentError, match="is not UTF-8"):
        read_table(path)
    path.write_bytes(b"")
    assert read_table(path) == []


def test_controls_are_made_visible() -> None:
    (card,) = cards("a\x1b[31m\x00?,b\n")
    assert card.prompt == "a␛[31m\ufffd?"
