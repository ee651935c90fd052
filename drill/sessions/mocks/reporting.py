"""Gathers what mock interviews came to from the journal.

Leaves out drawing it (ui). What was undone counts for nothing; an item that no bank has any more stays in.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from drill.errors import UsageError
from drill.sessions.desk import Desk
from drill.sessions.mocks.advice import Advisor
from drill.sessions.mocks.shown import Showing
from drill.sessions.readiness import READ, interview_topics, traits
from drill.study.ability import profile
from drill.study.evidence import evidence
from drill.study.journal import Entry, MockPart, Undone
from drill.study.kata import Exercise
from drill.study.mock_report import Compared, MockLine, MockReport, PartReport, mean_of
from drill.study.mock_sitting import Sitting, order_of, score_in, sittings
from drill.study.question import ItemId
from drill.study.readiness import Ready, readiness
from drill.study.record import settled
from drill.study.text import one_line


class Reporter:
    """Reports of the interviews at a desk; `exercises` are the katas by slug."""

    def __init__(self, desk: Desk, exercises: Mapping[str, Exercise]) -> None:
        """Find the interviews; of other entries only those on what they asked are read, item by item."""
        self._desk = desk
        self._exercises = exercises
        self._showing = Showing(desk.library, exercises)
        self._sittings = sittings(desk.journal.entries(tags=("mock-started", "mock-ended")))
        self._by_item: dict[ItemId, list[Entry]] = {}

    def lines(self) -> list[MockLine]:
        """Return all interviews, the newest first."""
        return [self._line(sitting) for sitting in reversed(self._sittings)]

    def _line(self, sitting: Sitting) -> MockLine:
        plan, day = sitting.plan, sitting.started.stamp.day
        score = mean_of(self._part_score(sitting, part) for part in plan.parts)
        return MockLine(plan.mock, day, plan.role, plan.minutes, score, sitting.is_finished)

    def _part_score(self, sitting: Sitting, part: MockPart) -> float | None:
        return mean_of(score_in(sitting, item, self._of(item)) for item in part.items)

    def _of(self, item: ItemId) -> list[Entry]:
        """Return the entries of an item that count."""
        if item not in self._by_item:
            self._by_item[item] = settled(self._desk.journal.entries(item=item))
        return self._by_item[item]

    def report(self, mock: str | None) -> MockReport:
        """Return the report of an interview, without a name of the last one; UsageError for none."""
        if not self._sittings:
            raise UsageError("no mock interview yet; `drill mock` is one")
        return self._report(self._sittings[-1] if mock is None else self._named(mock))

    def compared(self, *mocks: str) -> Compared:
        """Return two interviews, the earlier one first: those named, the newest others for names left out.

        UsageError where there are no two, and for a name that there is not.
        """
        named = [self._named(mock) for mock in mocks]
        if len({sitting.started.id for sitting in named}) < len(named):
            raise UsageError(
                "these are one mock interview; leave a name out to compare it with the newest other"
            )
        others = [sitting for sitting in reversed(self._sittings) if sitting not in named]
        chosen = [*named, *others][:2]
        if len(chosen) < 2:
            raise UsageError("two mock interviews are needed to compare; `drill mock` sits one")
        before, after = sorted(chosen, key=lambda sitting: order_of(sitting.started))
        return Compared(self._report(before), self._report(after))

    def _named(self, mock: str) -> Sitting:
        for sitting in reversed(self._sittings):
            if sitting.plan.mock == mock:
                return sitting
        raise UsageError(f"no interview `{one_line(mock)}`; `drill mock list` shows all")

    def _report(self, sitting: Sitting) -> MockReport:
        parts = [self._part(sitting, part) for part in sitting.plan.parts]
        return MockReport(
            mock=sitting.plan.mock,
            role=sitting.plan.role,
            day=sitting.started.stamp.day,
            minutes=sitting.plan.minutes,
            parts=parts,
            ready=self._ready(sitting),
            study=Advisor(self._desk, self._exercises).study([one for part in parts for one in part.shown]),
            ended=sitting.is_finished,
        )

    def _part(self, sitting: Sitting, part: MockPart) -> PartReport:
        shown = [self._showing.shown(sitting, item, self._of(item)) for item in part.items]
        return PartReport(part.name, part.minutes, sum(one.seconds for one in shown), shown)

    def _ready(self, sitting: Sitting) -> list[Ready]:
        """Return readiness as it was at an interview's end; as it is today while that is open."""
        topics = interview_topics(self._desk)
        if not topics:
            return []
        end, told = sitting.ended, self._measured
        if end is not None:
            told = [
                entry for entry in told if order_of(entry) < order_of(end) or isinstance(entry.body, Undone)
            ]
        responses = evidence(told, traits(self._desk, self._exercises))
        today = self._desk.today if end is None else end.stamp.day
        return readiness(profile(responses, today=today, topics=topics), topics)

    @cached_property
    def _measured(self) -> Sequence[Entry]:
        return list(self._desk.journal.entries(tags=READ))
