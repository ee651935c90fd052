"""Verdicts: outcomes told apart, in the order of the file, and a clear line where nothing can be judged."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from drill.errors import MissingError
from drill.grader import judge as judging
from drill.grader.isolation import Wall
from drill.grader.judge import Judge, Task, unreadable
from drill.grader.process import Process, WorkerEndedError
from drill.study.limits import Limits
from drill.study.verdict import Verdict

Judged = Callable[..., Verdict]

HIDDEN = '''
    import pytest
    from drill.grader.checks import exact, raises

    def test_zebra(solution):
        """the last letter first"""
        exact(solution.double(1), 2, expected="2")

    @pytest.mark.parametrize("n", [3, 4])
    def test_apple(solution, n, seed):
        """a number."""
        assert seed == 7
        exact(solution.double(n), 2 * n, expected="twice the number")

    def test_ape(solution):
        exact(solution.half(4), 2, expected="2")

    def test_quitting(solution):
        """the end of the process"""
        exact(solution.quit(), 1, expected="1")

    def test_after_it(solution):
        """a fresh process"""
        exact(solution.double(2), 4, expected="4")

    def test_unusable(solution):
        """a type of no use"""
        solution.double(1).nothing

    def test_ours(solution):
        """a fault of ours"""
        (1).nothing
        solution.double(1)
'''
SOURCE = """
    import os
    print("hello")
    def double(n):
        return 7 if n == 4 else 2 * n
    def half(n):
        raise NotImplementedError
    def quit():
        os._exit(0)
"""


def test_outcomes_order_and_titles(judged: Judged) -> None:
    verdict = judged(HIDDEN, SOURCE, functions=("double", "half"))
    told = [(check.name, check.title, check.outcome) for check in verdict.checks]
    assert told == [
        ("test_zebra", "the last letter first", "passed"),
        ("test_apple[3]", "a number (3)", "passed"),
        ("test_apple[4]", "a number (4)", "failed"),
        ("test_ape", "ape", "not started"),
        ("test_quitting", "the end of the process", "failed"),
        ("test_after_it", "a fresh process", "passed"),
        ("test_unusable", "a type of no use", "failed"),
        ("test_ours", "a fault of ours", "broken"),
    ]
    wrong, gone, unusable, ours = (verdict.checks[at] for at in (2, 4, 6, 7))
    assert (wrong.called, wrong.returned) == ("double(4)", "7")
    assert (wrong.expected, wrong.difference) == ("twice the number", "got 7, expected 8")
    assert gone.difference == "the code ended the process (exit code 0)"
    assert unusable.difference.startswith("returned what this check can't use (AttributeError")
    assert ours.difference.startswith("a fault of this check: AttributeError")
    assert (verdict.outcome, verdict.passed, verdict.error) == ("broken", 3, "")
    # each worker prints once
    assert verdict.printed == "hello\nhello\n"
    assert verdict.isolation


@pytest.mark.parametrize(
    ("hidden", "words"),
    [
        ("def test_x(solution) pass", "SyntaxError"),
        ("import nothing_of_this_name", "nothing_of_this_name"),
        ("", "pytest: "),
        ("def test_x(nothing): pass", "nothing"),
        (
            "import pytest\n@pytest.fixture\ndef f():\n    yield 1\n    1 / 0\ndef test_x(f): pass",
            "ZeroDivision",
        ),
    ],
    ids=["syntax", "import", "empty", "fixture", "teardown"],
)
def test_a_fault_in_the_hidden_tests_is_ours(hidden: str, words: str, judged: Judged) -> None:
    verdict = judged(hidden, "x = 1")
    assert verdict.outcome == "broken"
    assert any(words in check.difference for check in verdict.checks), verdict


@pytest.mark.parametrize(
    ("source", "error"),
    [
        (b"", "the file is empty"),
        (b"# nothing\n", "the file is empty"),
        (b"def f(:\n", "line 1: not Python: "),
        (b"x = 1\n  y = 2\n", "line 2: not Python: unexpected indent"),
        (b"\xff\xfe\x00", "not a text file in UTF-8"),
        (b"x = '\0'", "not Python: source code string cannot contain null bytes"),
        (b"x = 1\n" * 200_000, "larger than 1 MiB"),
        (b"x = " + b"(" * 500, "not Python: "),
        (b"x = " + b"-" * 100_000 + b"1", "not Python: "),
        (b"\xef\xbb\xbfx = 1\n", ""),
        (b"x = '\\d'\r\n", ""),
    ],
    ids=range(11),
)
def test_unreadable(source: bytes, error: str) -> None:
    told = unreadable(source)
    assert error in told
    assert bool(told) == bool(error)
    assert len(told.splitlines()) <= 1


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("x = 1", "`double` is missing; the starter defines it"),
        (
            "def double(n): pass\n1 / 0",
            "line 2, in <module>: 1 / 0: raised ZeroDivisionError: division by zero",
        ),
        ("raise NotImplementedError", "the file raises NotImplementedError while it is imported"),
        (
            "import scipy",
            "can't be imported: line 1, in <module>: import scipy: raised ImportError: `scipy` is not",
        ),
        ("import os\nos._exit(0)", "can't be imported: the code ended the process (exit code 0)"),
        ("import math", "line 1: `math` is not allowed in this drill"),
    ],
)
def test_what_keeps_a_file_from_being_judged(source: str, error: str, judged: Judged) -> None:
    verdict = judged("def test_x(solution): pass", source, functions=("double",), bans=("math",))
    assert error in verdict.error
    assert (verdict.outcome, verdict.checks) == ("failed", ())


def test_an_interrupt_ends_the_worker(judged: Judged, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Process] = []

    class Watched(Process):
        def __init__(self, limits: Limits, wall: Wall) -> None:
            super().__init__(limits, wall)
            started.append(self)

    monkeypatch.setattr(judging, "Process", Watched)
    with pytest.raises(KeyboardInterrupt):
        judged("def test_x(solution):\n    solution.f(1)\n    raise KeyboardInterrupt", "def f(x): return x")
    assert started
    assert not any(process.is_alive or process.scratch.exists() for process in started)


def test_an_interrupt_while_a_worker_starts_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Process] = []

    def interrupt(self: Process, source: bytes) -> None:
        started.append(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(Process, "take", interrupt)
    with pytest.raises(KeyboardInterrupt):
        Judge(Task("kata", tmp_path / "hidden.py", (), Limits())).judge(b"x = 1")
    assert [process.scratch.exists() for process in started] == [False]


def test_no_wall_behind_which_a_worker_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def end(self: Process, source: bytes) -> None:
        raise WorkerEndedError("at once")

    monkeypatch.setattr(Process, "take", end)
    line = "no worker process starts on this machine; `drill doctor` says more"
    with pytest.raises(MissingError, match=f"^{line}$"):
        Judge(Task("kata", tmp_path / "hidden.py", (), Limits())).start(b"x = 1")


def test_the_users_pytest_settings_and_streams_are_left_alone(
    judged: Judged, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "--nonsense")
    verdict = judged("def test_x(solution):\n    print('ours')\n    solution.f()", "def f(): return 1")
    assert verdict.outcome == "passed"
    assert os.environ["PYTEST_ADDOPTS"] == "--nonsense"
    assert "PYTEST_DISABLE_PLUGIN_AUTOLOAD" not in os.environ or sys.flags.ignore_environment
    assert capsys.readouterr() == ("", "")


def test_prints_over_the_limit_end_the_solution(judged: Judged) -> None:
    source = "def f():\n    for i in range(10**9):\n        print('x' * 1000)\n"
    verdict = judged("def test_x(solution):\n    solution.f()", source, limits=Limits(output_kb=16))
    assert verdict.checks[0].difference == "printed more than 16 KiB"
    assert verdict.dropped_bytes > 0
    assert "bytes dropped]" in verdict.printed
    assert len(verdict.printed) < 10_000
