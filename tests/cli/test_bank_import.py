"""`drill bank import`: a look before anything is written, and cards that can be asked afterwards."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from drill.cli.documents import schema

Drill = Callable[..., Any]
TABLE = """\
prompt,answer,topic
What is TTFT?,time to first token,serving
,nothing
Why does decode wait for memory?,"reads all weights
reads the cache
little arithmetic"
"""

pytestmark = pytest.mark.usefixtures("toy_banks")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "cards.csv"
    path.write_text(TABLE, "utf-8")
    return path


def test_a_look_writes_nothing(drill: Drill, home: Path, table: Path) -> None:
    result = drill("bank", "import", "csv", str(table), "--dry-run")
    assert (result.code, result.err) == (0, "")
    assert [line.rstrip() for line in result.out.splitlines()] == [
        "new  short  What is TTFT?                     time to first token",
        "new  open   Why does decode wait for memory?  3 key points",
        "skipped 1 card: no question",
        "  line 3",
        "to import: 2 new, 1 skipped; nothing was written",
    ]
    assert not (home / "own.yaml").exists()


def test_unasked_nothing_is_written(drill: Drill, home: Path, table: Path) -> None:
    result = drill("bank", "import", "csv", str(table))
    assert (result.out, result.code) == ("", 2)
    assert not (home / "own.yaml").exists()


def test_cards_can_be_asked_afterwards(drill: Drill, home: Path, table: Path) -> None:
    result = drill("bank", "import", "csv", str(table), "--yes", "--topic", "kv-cache")
    assert result.out.endswith(f"imported: 2 new, 1 skipped into {home / 'own.yaml'}\n")
    asked = drill(
        "quiz", "--kind", "short", "--topic", "serving", "--seed", "1", stdin="time to first token\n"
    )
    assert "right" in asked.out
    told = "The weights, all of them. It reads the cache. There is little arithmetic.\n.\n"
    asked = drill("quiz", "--kind", "open", "--topic", "kv-cache", "--seed", "1", stdin=told)
    assert "  kv-cache  1/1" in asked.out
    again = drill("bank", "import", "csv", str(table), "--yes", "--topic", "kv-cache")
    assert again.out.endswith("to import: 2 same, 1 skipped; nothing was written\n")


def test_one_document(drill: Drill, table: Path) -> None:
    for option, written in (("--dry-run", False), ("--yes", True)):
        result = drill("bank", "import", "csv", str(table), "--json", option)
        document = json.loads(result.out)
        whole = {**json.loads(schema()), "$ref": "#/$defs/ImportDocument"}
        Draft202012Validator(whole).validate(document)
        assert document["written"] is written
        assert [card["what"] for card in document["cards"]] == ["new", "skipped", "new"]


def test_anki_there_and_back(drill: Drill, home: Path, tmp_path: Path) -> None:
    """A deck made in Anki, imported, edited there, exported and imported again."""
    api: Any = pytest.importorskip("anki.collection")
    collection = api.Collection(str(tmp_path / "collection.anki2"))
    package = tmp_path / "deck.apkg"

    def exported() -> str:
        options = api.ExportAnkiPackageOptions(with_media=True, legacy=False)
        collection.export_anki_package(out_path=str(package), options=options, limit=None)
        result: str = drill("bank", "import", "anki", str(package), "--yes").out
        return result.splitlines()[-1]

    note = collection.new_note(collection.models.by_name("Basic"))
    note.fields = ["What is <b>TTFT</b>?", "time to first token"]
    collection.add_note(note, 1)
    cloze = collection.new_note(collection.models.by_name("Cloze"))
    cloze.fields = ["The {{c1::cache}}", ""]
    collection.add_note(cloze, 1)
    assert exported() == f"imported: 1 new, 1 skipped into {home / 'own.yaml'}"
    assert exported() == "to import: 1 same, 1 skipped; nothing was written"
    note.fields = ["What is <b>TTFT</b>?", "the time to the first token"]
    collection.update_note(note)
    collection.close()
    collection = api.Collection(str(tmp_path / "collection.anki2"))
    assert exported() == f"imported: 1 changed, 1 skipped into {home / 'own.yaml'}"
    collection.close()
    asked = drill("quiz", "--topic", "own", "--seed", "1", stdin="the time to the first token\n")
    assert "right" in asked.out
    assert (home / "own.yaml").read_text("utf-8").count("- id: anki-") == 1


def test_what_drill_exported_does_not_come_back(drill: Drill, tmp_path: Path) -> None:
    package = str(tmp_path / "cards.apkg")
    drill("export", "anki", package)
    out = drill("bank", "import", "anki", package, "--dry-run").out
    assert "skipped 8 cards: a question that drill has exported" in out


@pytest.mark.parametrize(("key", "said"), [("y", "imported: 2 new"), ("n", "nothing was written")])
def test_someone_is_asked(terminal: Callable[..., Any], home: Path, table: Path, key: str, said: str) -> None:
    window = terminal("bank", "import", "csv", str(table))
    window.wait_for("write these into your own bank?")
    assert "time to first token" in window.text
    window.press(key, said)
    assert window.leave() == 0
    assert (home / "own.yaml").exists() is (key == "y")
