"""Answers piped in: one line each, nothing asked twice, all of it kept at the end of input."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

Drill = Callable[..., Any]

# what is right and what is wrong under seed 1, as a line
RIGHT = {
    "choice": ["b", " B ", "b)"],
    "multi": ["b,d", "bd", "d b"],
    "numeric": ["4 GiB", "4GiB", "4", "4,096 MiB", "2*32*8*128*32768*2 B"],
    "short": ["block table", "Block-Table"],
    "order": ["bdca", "b d c a", "b,d,c,a"],
    "predict": [r"131072\n[bold]🧮[/bold]"],
    "bug": ["2 c", "2c", "2,c"],
    "open": ["It reads the weights.\nIt reads the cache.\n."],
}
WRONG = {
    "choice": "a",
    "multi": "b",
    "numeric": "4 GB",
    "short": "hash table",
    "order": "abcd",
    "predict": "131072",
    "bug": "1 c",
    "open": "It is slow.\n.",
}


@pytest.fixture
def quiz(drill: Drill, toy_banks: None) -> Drill:
    """One sitting over new questions of a kind."""

    def sit(*kinds: str, stdin: str, limit: int = 1) -> Any:
        options = [part for kind in kinds for part in ("--kind", kind)]
        return drill("quiz", *options, "--new", "9", "--limit", str(limit), "--seed", "1", stdin=stdin)

    return sit


@pytest.mark.parametrize(("kind", "line"), [(kind, line) for kind, lines in RIGHT.items() for line in lines])
def test_right(quiz: Drill, kind: str, line: str) -> None:
    result = quiz(kind, stdin=f"{line}\n")
    assert (result.code, result.err) == (0, "")
    assert "\nright · " in result.out
    assert "1 answered · 1 right" in result.out


@pytest.mark.parametrize("kind", WRONG)
def test_wrong(quiz: Drill, kind: str) -> None:
    result = quiz(kind, stdin=f"{WRONG[kind]}\n")
    assert result.code == 0
    assert "\nwrong · again · due 2026-12-11\nanswer: " in result.out


@pytest.mark.parametrize("kind", [kind for kind in WRONG if kind not in {"open", "short", "predict"}])
@pytest.mark.parametrize("line", ["", "no such answer", "\x1b[31m", "�"])
def test_unreadable_is_wrong_once(quiz: Drill, kind: str, line: str) -> None:
    result = quiz(kind, stdin=f"{line}\n{line}\n{line}\n")
    assert result.out.count("\nwrong · ") == 1
    assert "1 answered · 0 right" in result.out
    assert "\x1b" not in result.out


def test_a_near_miss_is_not_asked_again(quiz: Drill) -> None:
    assert "1 answered · 0 right" in quiz("short", stdin="block tabel\nblock table\n").out


def test_a_missed_item_does_not_come_back(quiz: Drill) -> None:
    result = quiz(*WRONG, stdin="?\n.\n" * 30, limit=30)
    assert "8 answered · 0 right" in result.out


def test_open_ends_at_a_lone_dot_and_the_next_line_is_the_next_answer(quiz: Drill, drill: Drill) -> None:
    spoken = "It reads the weights.\n\n. not yet\nIt reads the cache.\n.\n"
    assert "2 answered" in quiz("open", "bug", stdin=f"1 c\n{spoken}1 c\n", limit=2).out
    assert ". not yet" in drill("history", "toy-open").out


def test_the_end_of_input_ends_the_sitting(quiz: Drill, drill: Drill) -> None:
    result = quiz("choice", "short", stdin="a\n", limit=2)
    assert result.code == 0
    assert "1 answered" in result.out
    assert drill("history", "toy-choice", "--json").out.count('"counts": true') == 1
    assert "0 answers" in drill("history", "toy-short").out


def test_an_open_answer_cut_off_by_the_end_of_input_counts(quiz: Drill) -> None:
    assert "1 answered · 1 right" in quiz("open", stdin="It reads the weights. It reads the cache.").out


def test_crlf(quiz: Drill) -> None:
    spoken = "It reads the weights.\r\nIt reads the cache.\r\n.\r\n"
    assert "1 answered · 1 right" in quiz("open", stdin=spoken).out
    assert "1 answered · 1 right" in quiz("short", stdin="block table\r\n").out


def test_no_input_at_all(quiz: Drill) -> None:
    result = quiz("choice", stdin="")
    assert (result.code, result.err) == (0, "")
    assert "answered" not in result.out


def test_the_sitting_of_the_readme(process: Callable[..., Any]) -> None:
    done = process("quiz", "--kind", "choice", "--limit", "2", "--seed", "1", stdin=b"a\nb\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"2 answered" in done.stdout


@pytest.mark.parametrize("encoding", ["", "utf-8:strict"])
def test_bytes_that_are_no_utf_8_are_a_wrong_answer(process: Callable[..., Any], encoding: str) -> None:
    """Also where the locale has the interpreter refuse them."""
    args = ("quiz", "--kind", "choice", "--kind", "short", "--limit", "2")
    done = process(*args, stdin=b"\xff\xfe\n\xc3\n", env={"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"2 answered" in done.stdout
    assert process("history", "nothing").returncode == 2


def test_a_closed_stdin_hinders_nothing_that_reads_none(process_env: dict[str, str]) -> None:
    command = ["bash", "-c", f"{sys.executable} -m drill due --short <&-"]
    done = subprocess.run(command, env=process_env, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_output_in_a_small_encoding(process: Callable[..., Any], encoding: str) -> None:
    env = {"PYTHONIOENCODING": encoding}
    done = process("quiz", "--new", "30", "--limit", "30", stdin=b"?\n.\n" * 40, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"30 answered" in done.stdout
    done.stdout.decode(encoding)


@pytest.mark.parametrize("columns", ["1", "30"])
def test_columns_do_not_matter_to_a_pipe(process: Callable[..., Any], columns: str) -> None:
    out = process("quiz", "--limit", "1", "--seed", "1", env={"COLUMNS": columns}).stdout.decode()
    assert 40 < max(map(len, out.splitlines())) <= 80
