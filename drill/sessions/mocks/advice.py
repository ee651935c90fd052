"""What to study after a mock interview, as the learner stands today.

Leaves out how the interview went (shown.py).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean

from drill.content.library import Row
from drill.sessions.desk import Desk
from drill.study.journal import Submitted
from drill.study.kata import Exercise, kata_item, slug_of
from drill.study.mock_report import Shown, Study
from drill.study.question import ItemId, Topic
from drill.study.record import settled

_MOST_QUESTIONS, _MOST_KATAS = 3, 2
# who recalls so surely has nothing to look up
_KNOWN = 0.9


class Advisor:
    """Finds lines of primers, questions and katas for what went wrong; `exercises` are the katas by slug."""

    def __init__(self, desk: Desk, exercises: Mapping[str, Exercise]) -> None:
        """Learn once which topics ask after each key of the outline."""
        self._desk = desk
        self._exercises = exercises
        self._keys: dict[Topic, set[str]] = defaultdict(set)
        for row in desk.library.rows:
            self._keys[row.topic].update(row.outline)

    def study(self, shown: Sequence[Shown]) -> list[Study]:
        """Return what to study, the topic that went worst first; what was not reached tells nothing."""
        weak: dict[Topic, list[Shown]] = defaultdict(list)
        scores: dict[Topic, list[float]] = defaultdict(list)
        for one in shown:
            if one.score is not None and one.score < 1 and one.level:
                weak[one.topic].append(one)
                scores[one.topic].append(one.score)
        return [self._topic(topic, weak[topic]) for topic in sorted(weak, key=lambda t: fmean(scores[t]))]

    def _topic(self, topic: Topic, shown: Sequence[Shown]) -> Study:
        asked = (key for one in shown for key in self._outline(one.item))
        # the topic's primer has no line for another topic's key
        keys = [key for key in dict.fromkeys(asked) if key in self._keys[topic]]
        return Study(topic, keys, self._questions(topic, keys), self._katas(topic, keys))

    def _outline(self, item: ItemId) -> Sequence[str]:
        slug, row = slug_of(item), self._desk.library.row(item)
        if slug is not None:
            return self._exercises[slug].outline
        return () if row is None else row.outline

    def _questions(self, topic: Topic, keys: Sequence[str]) -> list[ItemId]:
        """Return daily questions on what was missed, the least known first."""
        rows = (row for row in self._desk.library.rows if row.pool == "daily" and row.topic == topic)
        wanted = [(self._recall(row), row) for row in rows if set(row.outline) & set(keys)]
        fitting = [
            (recall, row.difficulty, row.id)
            for recall, row in wanted
            if recall is not None and recall < _KNOWN
        ]
        return [item for _, _, item in sorted(fitting)[:_MOST_QUESTIONS]]

    def _recall(self, row: Row) -> float | None:
        """Return today's recall, 0 for what was never answered; None for what is set aside."""
        record = self._desk.record(row.id)
        return None if record.is_aside else record.recall_on(self._desk.today) or 0.0

    def _katas(self, topic: Topic, keys: Sequence[str]) -> list[str]:
        """Return katas: those on what was missed first, of them those never passed, then the easier ones."""
        katas = [
            (not set(one.outline) & set(keys), self._was_passed(slug), one.level, slug)
            for slug, one in self._exercises.items()
            if one.topic == topic
        ]
        return [slug for *_, slug in sorted(katas)[:_MOST_KATAS]]

    def _was_passed(self, slug: str) -> bool:
        bodies = (entry.body for entry in settled(self._desk.journal.entries(item=kata_item(slug))))
        return any(isinstance(body, Submitted) and body.outcome == "passed" for body in bodies)
