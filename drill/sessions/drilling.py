"""One kata of one learner as a state machine over the journal: start, submit, hint, give up, look.

Leaves out files (workspace.py), judging (grader) and the terminal. What a method returns is on disk already.
"""

from datetime import date, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from drill.content.crux import blank_crux
from drill.content.katas import Kata
from drill.errors import UsageError
from drill.sessions.answering import due_for
from drill.sessions.desk import Desk
from drill.sessions.workspace import Workspace
from drill.study.journal import Entry, GaveUp, HintTaken, KataStarted, Rating, Stamp, Submitted
from drill.study.kata import HINTS, Attempt, closes, kata_due, kata_item, open_attempt, rate_pass
from drill.study.plan import longest_interval
from drill.study.record import settled
from drill.study.revealing import revealed
from drill.study.verdict import Verdict

if TYPE_CHECKING:
    from drill.grader.judge import Judge

# the hidden tests are proven with as many seeds; each attempt gets one of them
SEEDS = 10


class Submission(NamedTuple):
    """What came of a submission: `verdict` as far as it may be seen, and what it did to the schedule.

    `started`: no attempt was open, so an untimed one began. `counted`: not the same source as the one that
    failed before. `rating` and `due` are None unless it passed, and where the kata was rated today already.
    """

    verdict: Verdict
    attempt: Attempt
    at: datetime
    late: bool
    started: bool
    counted: bool
    rating: Rating | None
    due: date | None


class Drilling:
    """A kata at a desk."""

    def __init__(self, desk: Desk, kata: Kata, workspace: Workspace, *, judge: "Judge | None" = None) -> None:
        """Look at a kata; nothing is written yet. A `judge` of this kata may be warm already."""
        self.desk = desk
        self.kata = kata
        self.workspace = workspace
        self.item = kata_item(kata.slug)
        self._judge = judge

    @property
    def judge(self) -> "Judge":
        """The judge of this kata."""
        self._judge = self._judge or judge_of(self.kata)
        return self._judge

    def entries(self) -> list[Entry]:
        """Return the entries on this kata that count, oldest first."""
        return settled(self.desk.journal.entries(item=self.item))

    @property
    def attempt(self) -> Attempt | None:
        """The attempt that is open."""
        return open_attempt(self.entries())

    @property
    def was_closed(self) -> bool:
        """Whether the kata was ever passed or given up."""
        return any(closes(entry) for entry in self.entries())

    @property
    def review_terms(self) -> tuple[float, bool]:
        """What a fresh start asks for: the minutes, and whether for the crux alone."""
        crux = self.kata.exercise.crux if self.was_closed else None
        return (self.kata.exercise.minutes, False) if crux is None else (crux.minutes, True)

    def starter(self, *, crux: bool) -> bytes:
        """Return the blank file that an attempt begins with."""
        blank = blank_crux(self.kata) if crux else None
        return self.kata.starter.read_bytes() if blank is None else blank

    def begin(self, minutes: float | None, *, crux: bool, at: Stamp) -> Attempt:
        """Start the clock; None is untimed."""
        self.desk.write(KataStarted(self.item, minutes, crux), at=at)
        return self.open()

    def open(self) -> Attempt:
        """Return the attempt that is open; UsageError without one."""
        attempt = self.attempt
        if attempt is None:
            raise UsageError(f"no attempt at {self.kata.slug} is open; `drill kata start {self.kata.slug}`")
        return attempt

    def try_out(self, source: bytes) -> Verdict:
        """Judge a source without a trace in the journal."""
        attempt = self.attempt
        self.judge.seed = 0 if attempt is None else int(attempt.since.timestamp()) % SEEDS
        return self.judge.judge(source)

    def submit(self, source: bytes, verdict: Verdict | None = None) -> Submission:
        """Judge a source, or take the verdict it has, keep it and put both on disk.

        What failed a moment ago and did not change since is no further submission.
        """
        at = self.desk.stamp()
        verdict = verdict or self.try_out(source)
        attempt, started = self.attempt, False
        if attempt is None:
            attempt, started = self.begin(None, crux=False, at=at), True
        digest = sha256(source).hexdigest()
        counted = verdict.outcome != "failed" or attempt.source != digest
        late = attempt.is_late(at.at)
        rating, due = self._rate(verdict, attempt, at, late=late)
        if counted:
            self._keep(source, digest, verdict, at, attempt, rating=rating, due=due)
        failed = attempt.failed + (counted and verdict.outcome == "failed")
        shown = revealed(verdict, failed=failed)
        return Submission(shown, attempt._replace(failed=failed), at.at, late, started, counted, rating, due)

    def _rate(
        self, verdict: Verdict, attempt: Attempt, at: Stamp, *, late: bool
    ) -> tuple[Rating | None, date | None]:
        before = self.desk.record(self.item)
        # a second pass, or one after giving up, on the same day tells nothing about memory
        if verdict.outcome != "passed" or before.last_day == at.day:
            return None, None
        rating = rate_pass(attempt, late=late)
        due = due_for(self.desk, self.item, before, rating, day=at.day, longest=self._longest())
        return rating, kata_due(at.day, due, gave_up=False)

    def _longest(self) -> int:
        return longest_interval(self.desk.settings, today=self.desk.today)

    def _keep(  # noqa: PLR0913 - one argument a field
        self,
        source: bytes,
        digest: str,
        verdict: Verdict,
        at: Stamp,
        attempt: Attempt,
        *,
        rating: Rating | None,
        due: date | None,
    ) -> None:
        path = self.workspace.keep(self.kata.slug, source, at=at.at)
        body = Submitted(
            item=self.item,
            outcome=verdict.outcome,
            passed=verdict.passed,
            checks=len(verdict.checks),
            seconds=max(0.0, (at.at - attempt.since).total_seconds()),
            late=attempt.is_late(at.at),
            file=f"{self.kata.slug}/{path.name}",
            source=digest,
            failed=tuple(check.name for check in verdict.checks if check.outcome != "passed"),
            rating=rating,
            due=due,
        )
        self.desk.write(body, at=at)

    def hint(self, number: int | None = None) -> tuple[int, str]:
        """Take the next hint, or read one taken before again; hints come in order."""
        attempt = self.open()
        number = min(attempt.hints + 1, HINTS) if number is None else number
        if number > attempt.hints + 1:
            raise UsageError(f"hint {attempt.hints + 1} comes first; each one has its price")
        if number > attempt.hints:
            self.desk.write(HintTaken(self.item, number))
        return number, self.kata.exercise.hints[number - 1]

    def give_up(self) -> date:
        """Close the attempt as not known and return the day on which the kata comes back."""
        self.open()
        at = self.desk.stamp()
        self.workspace.keep_work(self.kata, at=at.at)
        before = self.desk.record(self.item)
        due = due_for(self.desk, self.item, before, Rating.AGAIN, day=at.day, longest=self._longest())
        self.desk.write(GaveUp(self.item, kata_due(at.day, due, gave_up=True)), at=at)
        return kata_due(at.day, due, gave_up=True)


def judge_of(kata: Kata) -> "Judge":
    """Return a judge of a kata."""
    # only here: it brings numpy, which a list or a hint does without
    from drill.grader.judge import Judge, Task

    exercise = kata.exercise
    return Judge(Task(kata.slug, kata.hidden_tests, exercise.functions, exercise.limits, exercise.bans))
