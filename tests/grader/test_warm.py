"""A worker started ahead: used once, replaced when it died, and gone with its judge."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from drill.grader.judge import Judge, Task
from drill.study.limits import Limits

RIGHT = b"def double(x):\n    return 2 * x\n"
HIDDEN = "def test_two(solution):\n    assert solution.double(2) == 4\n"


@pytest.fixture
def judge(tmp_path: Path) -> Iterator[Judge]:
    (tmp_path / "test_hidden.py").write_text(HIDDEN)
    one = Judge(Task("double", tmp_path / "test_hidden.py", ("double",), Limits()))
    yield one
    one.close()


def spare(judge: Judge) -> int:
    assert judge._spare is not None
    return judge._spare._popen.pid


def test_a_warm_worker_judges_once(judge: Judge) -> None:
    judge.warm()
    first = spare(judge)
    judge.warm()
    assert spare(judge) == first

    assert judge.judge(RIGHT).outcome == "passed"
    assert judge._spare is None
    assert judge.judge(b"def double(x):\n    return x\n").outcome == "failed"


def test_a_warm_worker_that_died_costs_nothing_but_time(judge: Judge) -> None:
    judge.warm()
    os.killpg(spare(judge), signal.SIGKILL)

    assert judge.judge(RIGHT).outcome == "passed"


def test_a_judge_leaves_no_worker_and_no_folder(judge: Judge) -> None:
    judge.warm()
    assert judge._spare is not None
    pid, scratch = spare(judge), judge._spare.scratch

    judge.close()

    time.sleep(0.1)
    assert not Path(f"/proc/{pid}").exists()
    assert not scratch.exists()


def test_another_katas_tests_are_not_taken_for_these(judge: Judge, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "test_hidden.py").write_text("def test_three(solution):\n    assert solution.double(2) == 5\n")
    assert judge.judge(RIGHT).outcome == "passed"

    verdict = Judge(Task("other", other / "test_hidden.py", ("double",), Limits())).judge(RIGHT)

    assert [(check.name, check.outcome) for check in verdict.checks] == [("test_three", "failed")]
