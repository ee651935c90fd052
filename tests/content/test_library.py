"""The library opens through its cache: fast, self-mending, and without YAML or Markdown."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from drill.content.library import BankFile, Library, open_library
from drill.errors import ContentError
from drill.study.prose import Span

QUESTION = """- kind: short
  id: {id}
  difficulty: 3
  outline: [kv-memory]
  sources: [{{key: a}}]
  prompt: What is **{id}**?
  explanation: Plain.
  accepted: [x]
"""


def write_bank(path: Path, *ids: str, topic: str = "any-topic") -> Path:
    path.write_text(
        f"topic: {topic}\nquestions:\n" + "".join(QUESTION.format(id=one) for one in ids), "utf-8"
    )
    return path


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def own(path: Path, cache: Path) -> Library:
    return open_library([BankFile(path, "own")], cache)


def test_rows_are_light_and_questions_come_laid_out(tmp_path: Path, cache: Path) -> None:
    path = write_bank(tmp_path / "b.yaml", "one", "two")
    for _ in ("compiled", "from the cache"):
        library = own(path, cache)
        assert [(row.id, row.kind, row.topic, row.line) for row in library.rows] == [
            ("one", "short", "any-topic", 3),
            ("two", "short", "any-topic", 11),
        ]
        compiled = library.compiled("two")
        assert (compiled.file, compiled.line, compiled.question.prompt) == (str(path), 11, "What is **two**?")
        assert list(compiled.prose) == ["What is **two**?"]
        assert compiled.prose["What is **two**?"][0].spans[1] == Span("two", "strong")
        assert library.row("one") == library.rows[0]
        assert library.row("none") is None
    with pytest.raises(KeyError):
        library.compiled("none")


def test_code_is_laid_out_under_its_exact_text(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(
        "topic: t\nquestions:\n"
        + QUESTION.format(id="p").replace("short", "predict").replace("  accepted: [x]\n", "")
        + "  code: |\n    print(1)\n  output: '1'\n  slips: [{text: '**2**', why: '`b`'}]\n",
        "utf-8",
    )
    prose = own(path, cache).compiled("p").prose
    assert prose["print(1)\n"][0].kind == "code"
    assert "`b`" in prose
    assert "**2**" not in prose


def test_an_edit_is_seen_and_its_old_cache_is_removed(tmp_path: Path, cache: Path) -> None:
    path = write_bank(tmp_path / "b.yaml", "one")
    own(path, cache)
    (before,) = cache.iterdir()
    write_bank(path, "two")
    assert [row.id for row in own(path, cache).rows] == ["two"]
    (after,) = cache.iterdir()
    assert before != after


def test_a_newer_unused_cache_file_is_left(tmp_path: Path, cache: Path) -> None:
    path = write_bank(tmp_path / "b.yaml", "one")
    own(path, cache)
    other = cache / "other.bank"
    other.write_bytes(b"")
    own(path, cache)
    assert other.exists()


@pytest.mark.parametrize("damage", [b"", b"\x00", b"nonsense", b"\x94\x90\x90\x90"])
def test_a_damaged_cache_is_compiled_again(tmp_path: Path, cache: Path, damage: bytes) -> None:
    path = write_bank(tmp_path / "b.yaml", "one")
    own(path, cache)
    (entry,) = cache.iterdir()
    good = entry.read_bytes()
    entry.write_bytes(damage)
    assert own(path, cache).compiled("one").question.id == "one"
    assert entry.read_bytes() == good


def test_a_question_damaged_in_the_cache_is_compiled_again(tmp_path: Path, cache: Path) -> None:
    path = write_bank(tmp_path / "b.yaml", "one")
    own(path, cache)
    (entry,) = cache.iterdir()
    entry.write_bytes(entry.read_bytes().replace(b"question", b"quest\xff\xff\xff", 1))
    assert own(path, cache).compiled("one").question.id == "one"


def test_a_cache_that_cannot_be_written_is_ignored(tmp_path: Path) -> None:
    in_the_way = tmp_path / "cache"
    in_the_way.write_text("a file", "utf-8")
    assert len(own(write_bank(tmp_path / "b.yaml", "one"), in_the_way).rows) == 1


def test_a_fault_sets_one_question_aside_but_stops_a_shipped_bank(tmp_path: Path, cache: Path) -> None:
    path = write_bank(tmp_path / "b.yaml", "one", "two")
    path.write_text(path.read_text("utf-8").replace("difficulty: 3", "difficulty: x", 1), "utf-8")
    said = f"{path}:5: `difficulty` must be a whole number, not `x`"
    for _ in ("compiled", "from the cache"):
        library = own(path, cache)
        assert [row.id for row in library.rows] == ["two"]
        assert [str(problem) for problem in library.problems] == [said]
        with pytest.raises(ContentError) as error:
            open_library([BankFile(path, "shipped")], cache)
        assert str(error.value) == said


def test_a_bank_that_cannot_be_read_leaves_the_others(tmp_path: Path, cache: Path) -> None:
    good, gone = write_bank(tmp_path / "b.yaml", "one"), tmp_path / "gone.yaml"
    library = open_library([BankFile(gone, "added"), BankFile(good, "own")], cache)
    assert [row.id for row in library.rows] == ["one"]
    assert [str(problem) for problem in library.problems] == [f"{gone}: no such file; check the path"]


def test_a_shipped_id_wins_whatever_the_order(tmp_path: Path, cache: Path) -> None:
    shipped = write_bank(tmp_path / "shipped.yaml", "one", topic="right")
    added = write_bank(tmp_path / "added.yaml", "one", "two")
    library = open_library([BankFile(added, "added"), BankFile(shipped, "shipped")], cache)
    assert [(row.id, row.topic) for row in library.rows] == [("one", "right"), ("two", "any-topic")]
    assert [str(problem) for problem in library.problems] == [
        f"{added}:3: id `one` is taken by {shipped}:3; give it its own"
    ]


def test_two_shipped_banks_may_not_share_an_id(tmp_path: Path, cache: Path) -> None:
    banks = [BankFile(write_bank(tmp_path / name, "one"), "shipped") for name in ("a.yaml", "b.yaml")]
    with pytest.raises(ContentError, match="id `one` is taken by"):
        open_library(banks, cache)


PROBE = """
import json, sys, time
from pathlib import Path
from drill.content.library import BankFile, open_library
banks = [BankFile(Path(path), "own") for path in sys.argv[2:]]
start = time.perf_counter()
question = open_library(banks, Path(sys.argv[1])).compiled("t3-q77").question.id
seconds = time.perf_counter() - start
heavy = [name for name in ("yaml", "markdown_it", "pygments", "rich", "numpy") if name in sys.modules]
print(json.dumps([question, heavy, seconds]))
"""


def test_a_warm_cache_opens_fast_and_imports_nothing_heavy(tmp_path: Path, cache: Path) -> None:
    names = [[f"t{file}-q{item}" for item in range(100)] for file in range(4)]
    paths = [write_bank(tmp_path / f"{file}.yaml", *ids) for file, ids in enumerate(names)]
    open_library([BankFile(path, "own") for path in paths], cache)
    command = [sys.executable, "-c", PROBE, str(cache), *map(str, paths)]
    probes = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(3)]
    assert [probe[:2] for probe in probes] == [["t3-q77", []]] * 3
    assert min(probe[2] for probe in probes) < 0.04
