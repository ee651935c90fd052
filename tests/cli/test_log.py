"""Two laptops: what one exports, pipes or leaves in a folder, the other has."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

Drill = Callable[..., Any]


@pytest.fixture
def laptops(toy_banks: None, drill: Drill, tmp_path: Path) -> Callable[[str], Drill]:
    """Run a command on one of two laptops by name."""

    def on(name: str) -> Drill:
        return partial(drill, data=tmp_path / name)

    return on


def test_a_log_goes_from_laptop_to_laptop(laptops: Callable[[str], Drill], tmp_path: Path) -> None:
    one, two = laptops("one"), laptops("two")
    one("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    log = str(tmp_path / "one.jsonl")
    assert one("log", "export", log).out == f"{log}: 1 entry\n"
    assert two("log", "import", log).out == "1 entry new, on 1 item\n"
    assert two("log", "merge", log).out == "nothing new: all of its entries are here\n"
    assert two("log", "export", "-").out == Path(log).read_text("utf-8")


def test_a_log_goes_through_a_pipe(laptops: Callable[[str], Drill]) -> None:
    one, two = laptops("one"), laptops("two")
    one("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    assert two("log", "merge", "-", stdin=one("log", "export", "-").out).out == "1 entry new, on 1 item\n"


def test_a_shared_folder(laptops: Callable[[str], Drill], tmp_path: Path) -> None:
    one, two = laptops("one"), laptops("two")
    shared = tmp_path / "shared"
    shared.mkdir()
    one("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    two("quiz", "--kind", "short", "--seed", "1", stdin="kv cache\n")
    assert one("sync", str(shared)).out == "nothing new · 0 logs read, 1 written\n"
    assert two("sync", str(shared)).out == "1 entry new, on 1 item · 1 log read, 1 written\n"
    assert one("sync", str(shared)).out == "1 entry new, on 1 item · 2 logs read, 0 written\n"
    assert one("stats").out == two("stats").out


def test_doctor_counts_entries_not_counters(laptops: Callable[[str], Drill], tmp_path: Path) -> None:
    """Two laptops count from one each: joined, they have more entries than the highest counter says."""
    one, two = laptops("one"), laptops("two")
    one("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    two("quiz", "--kind", "short", "--seed", "1", stdin="kv cache\n")
    assert two("log", "merge", "-", stdin=one("log", "export", "-").out).code == 0
    assert "2 entries, sound" in two("doctor").out


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_a_pipe_carries_every_byte_whatever_the_terminals_encoding(
    process: Any, process_env: dict[str, str], home: Path, tmp_path: Path, encoding: str
) -> None:
    env = {**process_env, "PYTHONIOENCODING": encoding}
    body = '{"type":"noted","item":"kv-1","text":"Größe 🙂 日本"}'
    fields = '"counter":1,"device":"a","id":"one","at":"2026-05-04T09:00:00+00:00","offset":0'
    entry = f'{{{fields},"day":"2026-05-04","version":1,"tag":"noted","item":"kv-1","body":{body}}}'
    log = f'{{"format":"drill-log","version":1,"entries":1}}\n{entry}\n'.encode()
    assert process("log", "merge", "-", stdin=log, env=env).returncode == 0
    assert process("log", "export", "-", env=env).stdout == log
    assert "Größe 🙂 日本" in process("export", "json", "--items", "-", env=env).stdout.decode()
    # a byte that is no UTF-8 is no sign in its place, but damage
    broken = log.replace("ö".encode(), b"\xf6").replace(b'"one"', b'"two"')
    assert process("log", "merge", "-", stdin=broken, env=env).returncode == 3


@pytest.mark.parametrize("own", ["journal.db", "backups/journal-2026-12-10.db", "own.yaml", "banks.txt"])
def test_no_export_takes_the_place_of_what_drill_keeps(
    drill: Drill, toy_banks: None, home: Path, own: str
) -> None:
    drill("suspend", "toy-choice")
    for name in ("own.yaml", "banks.txt"):
        (home / name).write_text("", "utf-8")
    before = (home / own).read_bytes()
    for words in (
        ["log", "export"],
        ["export", "csv"],
        ["export", "json"],
        ["export", "csv", "--items"],
        ["stats", "--html"],
    ):
        said = drill(*words, str(home / own))
        assert said.code == 2
        assert said.err.endswith("drill keeps answers or questions of yours there; name another file\n")
    assert (home / own).read_bytes() == before


def test_names_of_files_steer_no_terminal_and_are_no_markup(
    drill: Drill, toy_banks: None, tmp_path: Path
) -> None:
    drill("suspend", "toy-choice")
    odd = tmp_path / "[" / "x]\x1b[2J.drill.jsonl"
    assert drill("log", "export", str(odd)).code == 0
    assert drill("log", "merge", str(odd)).out == "nothing new: all of its entries are here\n"
    odd.write_text("no log", "utf-8")
    said = drill("sync", str(odd.parent))
    assert said.code == 3
    assert "\x1b" not in said.err
    assert "x]␛[2J.drill.jsonl: not a log of drill" in said.err
