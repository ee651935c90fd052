"""`drill export`: what Anki makes of the cards, what a spreadsheet and a script read."""

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from drill.cli.documents import schema

Drill = Callable[..., Any]
KINDS = ("choice", "multi", "numeric", "short", "order", "predict", "bug", "open")
LATER = "2026-12-10T10:00:00+01:00"
UNFAIR = """\
topic: own
questions:
  - {id: own-one, kind: numeric, difficulty: 1, outline: [own], sources: [{key: own}], prompt: "{x}?",
     params: {x: {values: [1]}}, formula: kv.cache_bytes, unit: B, worked: "{answer}", band: [1, 2],
     traps: [{misconception: m, why: w, expression: x}], explanation: So.}
"""

pytestmark = pytest.mark.usefixtures("toy_banks")


class Anki:
    """A collection of Anki's own, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._api: Any = pytest.importorskip("anki.collection")
        self.collection = self._api.Collection(str(folder / "collection.anki2"))

    def take(self, package: Path) -> Any:
        """Import a package as a person would, and return what Anki says of it."""
        options = self._api.ImportAnkiPackageOptions()
        request = self._api.ImportAnkiPackageRequest(package_path=str(package), options=options)
        return self.collection.import_anki_package(request).log

    def notes(self, search: str = "") -> list[Any]:
        return [self.collection.get_note(note) for note in self.collection.find_notes(search)]

    def card(self, search: str) -> tuple[str, str]:
        """Return both sides of the one card that is found, as Anki shows them."""
        (note,) = self.notes(search)
        (card,) = note.cards()
        return card.question(), card.answer()


@pytest.fixture
def anki(tmp_path: Path) -> Iterator[Anki]:
    opened = Anki(tmp_path)
    yield opened
    opened.collection.close()


def test_anki_opens_the_package(drill: Drill, anki: Anki, tmp_path: Path) -> None:
    package = tmp_path / "cards.apkg"
    result = drill("export", "anki", str(package))
    assert (result.out, result.err) == (f"{package}: 8 cards; in Anki: File, Import\n", "")
    assert len(anki.take(package).new) == 8
    assert [len(anki.notes(f"tag:drill::kind::{kind}")) for kind in KINDS] == [1] * 8
    decks = {deck.name for deck in anki.collection.decks.all_names_and_ids()}
    assert decks == {"Default", "drill", "drill::kv-cache", "drill::sampling"}
    assert anki.notes("tag:drill::kind::bug")[0].tags == [
        "drill::difficulty::3",
        "drill::kind::bug",
        "drill::outline::sampling-order",
        "drill::topic::sampling",
    ]
    assert anki.collection.fix_integrity()[1]
    assert anki.collection.card_count() == 8


def test_an_edit_updates_and_does_not_duplicate(drill: Drill, anki: Anki, home: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.apkg", tmp_path / "second.apkg"
    drill("add", "--prompt", "What is TTFT?", "--answer", "time to first token")
    drill("export", "anki", str(first))
    assert len(anki.take(first).new) == 9
    own = home / "own.yaml"
    own.write_text(own.read_text("utf-8").replace("What is TTFT?", "What does TTFT mean?"), "utf-8")
    drill("export", "anki", str(second), now=LATER)
    log = anki.take(second)
    assert (len(log.new), log.found_notes, anki.collection.note_count()) == (0, 9, 9)
    question, answer = anki.card("tag:drill::topic::own")
    assert "What does TTFT mean?" in question
    assert "time to first token" in answer
    assert anki.collection.fix_integrity()[1]


def test_the_same_export_is_the_same_file(drill: Drill, tmp_path: Path) -> None:
    first, second = tmp_path / "first.apkg", tmp_path / "second.apkg"
    assert [drill("export", "anki", str(path)).code for path in (first, second)] == [0, 0]
    assert first.read_bytes() == second.read_bytes()


def test_only_a_topic_or_what_falls_due(drill: Drill, tmp_path: Path) -> None:
    package = str(tmp_path / "cards.apkg")
    drill("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    drill("quiz", "--kind", "short", "--seed", "1", stdin="block table\n")
    assert " 4 cards;" in drill("export", "anki", package, "--topic", "sampling").out
    assert drill("export", "anki", package, "--due-in", "0").code == 1
    assert " 1 card;" in drill("export", "anki", package, "--due-in", "1").out
    assert " 2 cards;" in drill("export", "anki", package, "--due-in", "30").out


def test_a_question_that_cannot_be_drawn_is_named(drill: Drill, home: Path, tmp_path: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "own.yaml").write_text(UNFAIR)
    result = drill("export", "anki", str(tmp_path / "cards.apkg"))
    assert " 8 cards;" in result.out
    assert result.err.startswith(f"drill: left out {home / 'own.yaml'}:3: `own-one` can't be drawn: ")


def answered(drill: Drill) -> None:
    drill("quiz", "--kind", "choice", "--seed", "1", stdin="b\n")
    drill("quiz", "--kind", "short", "--seed", "1", stdin='=cmd|" "\n')
    drill("quiz", "--kind", "multi", "--seed", "1", stdin="a\n")
    drill("undo")


def test_answers_as_a_table(drill: Drill, tmp_path: Path) -> None:
    answered(drill)
    file = tmp_path / "answers.csv"
    assert drill("export", "csv", str(file)).out == f"{file}: 3 answers\n"
    assert file.read_bytes().count(b"\r\n") == 4
    with file.open(encoding="utf-8", newline="") as table:
        first, second, third = csv.DictReader(table)
    assert first["when"] == "2026-12-10T09:00:00+01:00"
    assert (first["item"], first["topic"], first["kind"]) == ("toy-choice", "kv-cache", "choice")
    assert (first["right"], first["undone"], second["right"]) == ("true", "false", "false")
    assert second["text"] == '\'=cmd|" "'
    assert (third["item"], third["undone"]) == ("toy-multi", "true")


def test_stdout_has_the_table_alone(drill: Drill, tmp_path: Path) -> None:
    answered(drill)
    file = tmp_path / "items.csv"
    drill("export", "csv", "--items", str(file))
    result = drill("export", "csv", "--items", "-")
    assert (result.out.encode(), result.err) == (file.read_bytes(), "")


@pytest.mark.parametrize(("options", "name"), [((), "AnswersDocument"), (("--items",), "ItemsDocument")])
def test_one_document(drill: Drill, tmp_path: Path, options: tuple[str, ...], name: str) -> None:
    answered(drill)
    file = tmp_path / "all.json"
    drill("export", "json", str(file), *options)
    text = drill("export", "json", "-", *options).out
    assert file.read_text("utf-8") == text
    Draft202012Validator({**json.loads(schema()), "$ref": f"#/$defs/{name}"}).validate(json.loads(text))
    rows = next(value for value in json.loads(text).values() if isinstance(value, list))
    assert [row["item"] for row in rows] == (
        ["toy-choice", "toy-multi", "toy-short"] if options else ["toy-choice", "toy-short", "toy-multi"]
    )


def test_nothing_answered_yet(drill: Drill) -> None:
    assert json.loads(drill("export", "json", "-").out) == {"answers": [], "version": 1}
    assert drill("export", "csv", "-").out.count("\n") == 1
