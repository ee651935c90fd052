"""The pytest plugin of the judge: gives tests their fixtures and turns their reports into checks.

Leaves out running pytest (judge.py).
"""

from collections.abc import Generator

import pytest

from drill.grader.checks import MismatchError, RaisedInSolutionError
from drill.grader.process import WorkerEndedError
from drill.grader.proxy import NotStartedError, Session, Solution
from drill.study.text import one_line
from drill.study.verdict import Check, Outcome

_LONGEST = 400


class JudgePlugin:
    """One run of hidden tests over one session."""

    def __init__(self, session: Session, seed: int) -> None:
        """Take the session; `seed` is what the fixture of that name gives."""
        self._session = session
        self._seed = seed
        self.checks: list[Check] = []
        self.fault = ""
        self.was_interrupted = False

    @pytest.fixture
    def solution(self) -> Solution:
        """Return the solution."""
        return Solution(self._session)

    @pytest.fixture(scope="module")
    def shared_solution(self) -> Solution:
        """Return the solution for fixtures that build something once for all tests of the file."""
        return Solution(self._session)

    @pytest.fixture(scope="session")
    def seed(self) -> int:
        """Return the seed of the fresh inputs."""
        return self._seed

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """Note whether it was the learner who stopped: pytest also stops at a file that it can't read."""
        self.was_interrupted = excinfo.type is KeyboardInterrupt

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note why the hidden tests can't be read."""
        if report.failed:
            self.fault = one_line(report.longreprtext.strip().rpartition("\n")[2], longest=_LONGEST)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Start the test's clock."""
        self._session.begin_test()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note a check for each test that was called, or that failed before or after that."""
        report = yield
        if call.when == "call" or call.excinfo is not None:
            error = None if call.excinfo is None else call.excinfo.value
            self.checks.append(self._check(item, error))
        return report

    def _check(self, item: pytest.Item, error: BaseException | None) -> Check:
        title = _title(item)
        if error is None:
            return Check(item.name, title, "passed")
        last = self._session.last
        raised = isinstance(error, RaisedInSolutionError | WorkerEndedError)
        return Check(
            name=item.name,
            title=title,
            outcome=_outcome(error, has_returned=bool(last.values)),
            called=last.short,
            returned="" if raised else last.returned,
            expected=error.expected if isinstance(error, MismatchError) else "",
            difference=_difference(error, has_returned=bool(last.values)),
            case=last.full,
            trace=error.trace if isinstance(error, RaisedInSolutionError) else "",
        )


def _title(item: pytest.Item) -> str:
    """Return what the learner reads as the name of a check: its docstring's first line, its parameters."""
    name = getattr(item, "originalname", item.name)
    doc = getattr(getattr(item, "function", None), "__doc__", None)
    title = (
        (str(doc or "").strip() or name.removeprefix("test_").replace("_", " ")).splitlines()[0].rstrip(".")
    )
    parameters = getattr(getattr(item, "callspec", None), "id", "")
    return f"{title} ({parameters})" if parameters else title


def _outcome(error: BaseException, *, has_returned: bool) -> Outcome:
    """Return whose fault it is: a test that trips before a call came back trips over itself.

    After one it trips over what came back, of a type or shape that no right solution returns: the right
    ones were proven to pass.
    """
    if isinstance(error, NotStartedError):
        return "not started"
    return "failed" if isinstance(error, AssertionError) or has_returned else "broken"


def _difference(error: BaseException, *, has_returned: bool) -> str:
    if isinstance(error, MismatchError):
        return error.difference
    if isinstance(error, AssertionError):
        return one_line(str(error), longest=_LONGEST)
    fault = one_line(f"{type(error).__name__}: {error}", longest=_LONGEST)
    return (
        f"returned what this check can't use ({fault})" if has_returned else f"a fault of this check: {fault}"
    )
