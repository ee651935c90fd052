"""What a judge found of a submitted kata: an outcome for each check, and the whole in one word.

Leaves out how it was found (grader) and what it does to the schedule (kata.py).
"""

from typing import Literal

from msgspec import Struct

Outcome = Literal["passed", "failed", "not started", "broken"]


# how a check's `difference` begins when the clock stopped it: its own clock, or that of all checks
STILL_RUNNING = "still running after"
OUT_OF_TIME = "out of time"


class Check(Struct, frozen=True):
    """One hidden test: its name for the learner, and on a failure what happened, each in one line.

    `called`, `returned` and `expected` are words; `difference` names the first index that differs;
    `case` is the failing call in full, for the later attempts; `trace` holds the learner's own lines.
    """

    name: str
    title: str
    outcome: Outcome
    called: str = ""
    returned: str = ""
    expected: str = ""
    difference: str = ""
    case: str = ""
    trace: str = ""


class Verdict(Struct, frozen=True):
    """All checks of one submission. `error` says why nothing could be judged: a syntax error, no such file.

    `printed` is what the solution printed, head and tail; `seconds` the judge's wall clock.
    """

    kata: str
    checks: tuple[Check, ...]
    error: str = ""
    printed: str = ""
    dropped_bytes: int = 0
    seconds: float = 0.0
    isolation: str = ""

    @property
    def outcome(self) -> Outcome:
        """The whole: passed only when there are checks and each one passed."""
        outcomes = {check.outcome for check in self.checks}
        if "broken" in outcomes:
            return "broken"
        if self.error or not self.checks:
            return "failed"
        if outcomes == {"passed"}:
            return "passed"
        # a starter may still pass a check that only looks at input: what was begun has no such mark
        return "not started" if "not started" in outcomes and "failed" not in outcomes else "failed"

    @property
    def ran_out_of_time(self) -> bool:
        """Whether the clock stopped some check."""
        return any(check.difference.startswith((STILL_RUNNING, OUT_OF_TIME)) for check in self.checks)

    @property
    def passed(self) -> int:
        """How many checks passed."""
        return sum(check.outcome == "passed" for check in self.checks)
