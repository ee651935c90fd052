"""Weights are adopted only where they foresee better; then every item is folded by them, everywhere."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from drill.sessions.desk import Desk
from drill.sessions.tuning import tune
from drill.study import weights
from drill.study.ask import Ask
from drill.study.journal import Answered, Rating
from drill.study.memory import after
from drill.study.question import ItemId

ITEM = ItemId("tokens-0")


def answer(desk: Desk, item: ItemId, rating: Rating) -> None:
    ask = Ask(item=item, rev=1, numbers={}, order=())
    right = rating > Rating.AGAIN
    desk.write(Answered(ask, "a", right, float(right), rating, 5.0, desk.today + timedelta(days=3)))


@pytest.fixture
def forgetful(desk: Desk, clock: Any) -> Desk:
    """Half of all is forgotten after three days: far more than FSRS expects of others."""
    rng = Random(1)
    for _ in range(6):
        for number in range(100):
            answer(desk, ItemId(f"tokens-{number}"), rng.choice([Rating.AGAIN, Rating.GOOD]))
        clock.on(days=3)
    return desk


def test_too_few_reviews(desk: Desk) -> None:
    answer(desk, ITEM, Rating.GOOD)
    assert tune(desk, adopt=True) == (0, None, False)
    assert desk.settings.weights == weights.DEFAULT


def test_better_weights_are_adopted(forgetful: Desk, open_desk: Callable[..., Desk]) -> None:
    before = forgetful.record(ITEM).memory
    tried = tune(forgetful, adopt=False)
    assert (tried.reviews, tried.adopted, forgetful.record(ITEM).memory) == (500, False, before)
    assert tune(forgetful, adopt=True).adopted
    memory = forgetful.record(ITEM).memory
    assert memory is not None
    assert before is not None
    assert memory.stability < before.stability
    # another start, and a next answer, go on by the same weights
    again = open_desk()
    assert again.record(ITEM).memory == memory
    answer(again, ITEM, Rating.GOOD)
    assert again.record(ITEM).memory == after(memory, Rating.GOOD, elapsed=3, weights=again.settings.weights)
    # once they are in force there is nothing to gain
    assert not tune(again, adopt=True).adopted
    again.change("weights", None)
    assert again.settings.weights == weights.DEFAULT


def test_a_sitting_in_another_terminal_follows(forgetful: Desk, open_desk: Callable[..., Desk]) -> None:
    other = open_desk()
    assert tune(forgetful, adopt=True).adopted
    answer(other, ITEM, Rating.GOOD)
    assert other.settings.weights == forgetful.settings.weights
    assert other.record(ITEM).memory == open_desk().record(ITEM).memory
    assert other.journal.snapshots() == sorted(other._folded_anew(), key=lambda snapshot: snapshot.item)


def test_merged_weights_fold_all_anew(forgetful: Desk, open_desk: Callable[..., Desk]) -> None:
    rows = forgetful.journal.rows()
    assert tune(forgetful, adopt=True).adopted
    change = [row for row in forgetful.journal.rows() if row not in rows]
    memory = forgetful.record(ITEM).memory
    forgetful.journal._database.rows("delete from entry where tag = 'setting-changed'")
    late = open_desk()
    assert late.record(ITEM).memory != memory
    late.merge(change)
    assert late.record(ITEM).memory == memory
