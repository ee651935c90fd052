"""Gathers the sheet for the last look from the journal.

Leaves out the formulas and their order (study/crib.py) and drawing (ui).
"""

from collections.abc import Sequence
from random import Random

from drill.sessions.agenda import Wishes, askable
from drill.sessions.desk import Desk
from drill.sessions.overview import records_of
from drill.sessions.statistics import counted_answers
from drill.study.crib import Crib, Miss, Troubles, lines_on, troubles_of, worst
from drill.study.example import example_words
from drill.study.instance import fill
from drill.study.question import ItemId
from drill.study.text import one_line
from drill.study.trouble import hardest, misses_by_item, sure_and_wrong

_PROMPT_LENGTH = 100


def crib_of(desk: Desk, topics: Sequence[str], *, rng: Random) -> Crib:
    """Return the sheet on some topics, on all of them where none is named; `rng` draws what prompts show."""
    troubles = troubles_on(desk, topics)
    misses = [Miss(item, why, _asks(desk, item, rng)) for item, why in worst(troubles).items()]
    return Crib(desk.today, topics, lines_on(topics), misses, troubles.number)


def troubles_on(desk: Desk, topics: Sequence[str] = ()) -> Troubles:
    """Return the items of the daily pool that go wrong."""
    answers = counted_answers(desk)
    hard = hardest(records_of(desk), misses_by_item(answers))
    return troubles_of(sure_and_wrong(answers), hard, among=askable(desk, Wishes(tuple(topics))))


def _asks(desk: Desk, item: ItemId, rng: Random) -> str:
    question = desk.library.compiled(item).question
    return one_line(fill(question.prompt, example_words(question, rng)), longest=_PROMPT_LENGTH)
