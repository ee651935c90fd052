"""The snippet runner against code that prints, fails, hangs, floods and hoards."""

import os
import sys
import time
from pathlib import Path

import pytest

from drill.grader.snippet import run_snippet

posix = pytest.mark.skipif(sys.platform == "win32", reason="limits and process groups are POSIX")


def test_prints() -> None:
    assert run_snippet("print('naïve', 1 / 4)\nprint(2)") == ("naïve 0.25\n2\n", "", False, 0)


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("assert 3 == 4, '3 != 4'", "AssertionError: 3 != 4"),
        ("assert 3 == 4, 'two\\nlines'", "AssertionError: two"),
        ("def f():\n    return missing\nf()", "NameError: name 'missing' is not defined"),
        ("try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise KeyError('k')", "KeyError: 'k'"),
        ("x = (", "SyntaxError: '(' was never closed"),
        ("raise SystemExit('no room')", "no room"),
        ("import sys\nsys.exit(3)", "ended with exit code 3"),
        ("import os\nos._exit(7)", "ended with exit code 7"),
    ],
)
def test_error_is_the_line_that_names_it(code: str, error: str) -> None:
    result = run_snippet(code)
    assert (result.error, result.timed_out) == (error, False)
    assert result.exit_code > 0


def test_exit_0_is_no_error() -> None:
    assert run_snippet("import sys\nprint('a')\nsys.exit()") == ("a\n", "", False, 0)


def test_warnings_are_no_error() -> None:
    assert run_snippet("import warnings\nwarnings.warn('old')").error == ""


def test_reads_no_stdin() -> None:
    assert run_snippet("input()").error == "EOFError: EOF when reading a line"


def test_numpy_is_there_and_drill_is_not_in_the_way() -> None:
    code = "import numpy, os\nprint(numpy.arange(3).sum(), sorted(os.listdir()), '_' in os.environ)"
    assert run_snippet(code, seconds=20).output == "3 ['snippet.py'] False\n"


@posix
def test_an_infinite_loop_dies_in_time_with_its_children(tmp_path: Path) -> None:
    note = tmp_path / "child"
    code = (
        "import os, time\n"
        "child = os.fork()\n"
        "if not child:\n    time.sleep(60)\n"
        f"open({str(note)!r}, 'w').write(str(child))\n"
        "while True: pass"
    )
    before = time.monotonic()
    result = run_snippet(code, seconds=1)
    assert time.monotonic() - before < 4
    assert (result.error, result.timed_out, result.exit_code) == ("still running after 1 s", True, -9)
    assert _is_gone(int(note.read_text()))


@posix
def test_children_left_behind_are_killed_too(tmp_path: Path) -> None:
    code = "import os, time\nchild = os.fork()\nprint(child) if child else time.sleep(60)"
    assert _is_gone(int(run_snippet(code).output))


def _is_gone(pid: int) -> bool:
    """Wait up to two seconds for init to reap it; a zombie counts as gone."""
    for _ in range(20):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    return False


@posix
def test_a_flood_of_output_is_capped() -> None:
    result = run_snippet("while True: print('x' * 1000)", output_bytes=5000)
    assert len(result.output) == 5000
    assert (result.error, result.timed_out) == ("printed more than 5000 bytes", False)


def test_output_just_full_is_fine() -> None:
    assert run_snippet("print('x' * 99)", output_bytes=100).error == ""


@posix
def test_a_flood_of_complaints_is_capped() -> None:
    result = run_snippet("import sys\nwhile True: sys.stderr.write('y' * 1000)", output_bytes=5000)
    assert not result.timed_out
    assert len(result.error) <= 5001


@posix
@pytest.mark.skipif(sys.platform == "darwin", reason="macOS sets no limit on address space")
def test_a_memory_bomb_is_an_error() -> None:
    assert run_snippet("x = bytearray(1 << 34)").error == "MemoryError"


@posix
def test_a_large_file_is_refused() -> None:
    code = "open('big', 'wb').write(b'z' * 1_000_000)"
    assert run_snippet(code).error.startswith("OSError")


def test_the_folder_is_fresh_each_time() -> None:
    code = "import os\nprint(os.path.exists('left'))\nopen('left', 'w').close()"
    assert [run_snippet(code).output for _ in range(2)] == ["False\n", "False\n"]


def test_nothing_of_the_caller_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s")
    code = "import os\nprint([name for name in os.environ if 'SECRET' in name])"
    assert run_snippet(code).output == "[]\n"


@pytest.mark.parametrize("code", ["print('\\ud800')", "print('\ud800')", "print('\0')"])
def test_text_that_is_no_program_is_an_error_of_the_snippet(code: str) -> None:
    assert run_snippet(code).error
