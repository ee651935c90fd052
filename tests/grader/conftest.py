"""A solution and its hidden tests as texts: `judged(hidden, source)` is a verdict, `opened(source)` a proxy.

Leaves out hostile files (test_hostile.py). Workers here stand behind the strongest wall of this machine.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from drill.grader.judge import Judge, Task
from drill.grader.proxy import Session, Solution
from drill.study.limits import Limits
from drill.study.verdict import Verdict

# generous: these tests are about words and values, and the machine may be busy
LIMITS = Limits(test_seconds=10, total_seconds=60, memory_mb=256)
Judged = Callable[..., Verdict]
Opened = Callable[..., tuple[Session, Solution]]


@pytest.fixture
def judged(tmp_path: Path) -> Judged:
    """Judge a source by hidden tests."""

    def judge(
        hidden: str, source: str, *, functions: tuple[str, ...] = (), limits: Limits = LIMITS, **task: Any
    ) -> Verdict:
        path = tmp_path / "hidden.py"
        path.write_text(dedent(hidden), encoding="utf-8")
        return Judge(Task("kata", path, functions, limits, **task), seed=7).judge(dedent(source).encode())

    return judge


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Open a source, to be called as hidden tests do."""
    with ExitStack() as stack:

        def open_it(source: str, limits: Limits = LIMITS) -> tuple[Session, Solution]:
            judge = Judge(Task("kata", Path("none"), (), limits))
            session = Session(lambda: judge.start(dedent(source).encode()), limits)
            stack.callback(session.close)
            session.begin_test()
            return session, Solution(session)

        yield open_it
