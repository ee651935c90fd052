"""What a mock interview asked, item by item, and how each went.

Leaves out reading the journal (reporting.py) and the score itself (study/mock_sitting.py).
"""

from collections.abc import Mapping, Sequence
from random import Random

from drill.content.library import Library
from drill.study.ask import Ask
from drill.study.example import example_words
from drill.study.instance import fill, still_fits, words
from drill.study.journal import Answered, Entry, FollowedUp
from drill.study.kata import Exercise, slug_of
from drill.study.mock_report import Shown
from drill.study.mock_sitting import Sitting, answer_in, follow_ups_in, score_in, seconds_in
from drill.study.question import ItemId, Open, Question, Topic
from drill.study.text import one_line

_PROMPT_LENGTH, _POINT_LENGTH = 90, 400
# the topic and the kind of what is no more
_NOWHERE, _GONE = Topic("-"), "-"


class Showing:
    """Shows the items of interviews; `exercises` are the katas by slug."""

    def __init__(self, library: Library, exercises: Mapping[str, Exercise]) -> None:
        """Keep where items are looked up."""
        self._library = library
        self._exercises = exercises

    def shown(self, sitting: Sitting, item: ItemId, of_item: Sequence[Entry]) -> Shown:
        """Return how an item went, from its settled entries; one that is gone keeps its id and its score."""
        slug = slug_of(item)
        one = self._question(item) if slug is None else self._kata(item, slug)
        one = one._replace(score=score_in(sitting, item, of_item), seconds=seconds_in(sitting, item, of_item))
        if one.kind in {"kata", _GONE}:
            return one
        question = self._library.compiled(item).question
        return _with_answer(one, question, answer_in(sitting, of_item), follow_ups_in(sitting, of_item))

    def _question(self, item: ItemId) -> Shown:
        row = self._library.row(item)
        if row is None:
            return Shown(item, _NOWHERE, 0, _GONE, f"{item}: in no bank any more", None, 0.0)
        return Shown(item, row.topic, row.difficulty, row.kind, "", None, 0.0)

    def _kata(self, item: ItemId, slug: str) -> Shown:
        one = self._exercises.get(slug)
        if one is None:
            return Shown(item, _NOWHERE, 0, "kata", slug, None, 0.0)
        return Shown(
            item, one.topic, one.level, "kata", one_line(one.title, longest=_PROMPT_LENGTH), None, 0.0
        )


def _with_answer(
    one: Shown, question: Question, answer: Answered | None, followed: Sequence[FollowedUp]
) -> Shown:
    """Return a question with what was asked and left unsaid; of one edited since nobody knows the latter."""
    if answer is None:
        return one._replace(asks=_asks(question, None))
    if answer.ask.rev != question.rev:
        return one._replace(asks=one_line(f"edited since: {_asks(question, None)}", longest=_PROMPT_LENGTH))
    one = one._replace(asks=_asks(question, answer.ask))
    if not isinstance(question, Open):
        return one
    missed = [_flat(point.text) for place, point in enumerate(question.points) if place not in answer.ticks]
    return one._replace(missed=missed, follow_ups=_follow_ups(question, followed))


def _asks(question: Question, ask: Ask | None) -> str:
    """Return a prompt in one line with the numbers that were asked; without an ask, with an example's."""
    if ask is not None and still_fits(question, ask):
        given = words(question, ask.numbers)
    else:
        given = example_words(question, Random(question.id))  # noqa: S311 - no secret
    return one_line(fill(question.prompt, given), longest=_PROMPT_LENGTH)


def _follow_ups(question: Open, followed: Sequence[FollowedUp]) -> list[tuple[str, bool]]:
    asked = (body for body in followed if body.number < len(question.follow_ups))
    return [(_flat(question.follow_ups[body.number]), body.met) for body in asked]


def _flat(text: str) -> str:
    return one_line(text, longest=_POINT_LENGTH)
