"""What is left of an item in memory, by FSRS (fsrs-rs, the engine behind Anki).

Leaves out due days (spread.py) and the fold over entries (record.py). The formulas stay in the library.
Source: open-spaced-repetition, FSRS-6.
"""

from collections.abc import Sequence
from functools import cache

import fsrs_rs_python as fsrs
from msgspec import Struct

from drill.study.journal import Rating
from drill.study.weights import DECAY, DEFAULT, Weights

RETENTION = 0.90


class Memory(Struct, frozen=True):
    """Stability in days (recall falls to 0.9 after that many), difficulty, 1 to 10, and the curve's bend."""

    stability: float
    difficulty: float
    decay: float = DECAY


@cache
def _engine(weights: Weights) -> fsrs.FSRS:
    return fsrs.FSRS(list(weights))


@cache
def _bent(decay: float) -> Weights:
    # intervals and recall follow from stability and this one weight
    return (*DEFAULT[:-1], decay)


@cache
def _card(decay: float) -> fsrs.Card:
    card = fsrs.Card()
    card.parameters = list(_bent(decay))
    card.last_date = 0.0
    return card


def after(memory: Memory | None, rating: Rating, *, elapsed: int, weights: Weights = DEFAULT) -> Memory:
    """Return the memory after a rating, `elapsed` whole study days (>= 0) after the last answer."""
    # the library's day counts are unsigned: a negative one would be read as millions of years
    before = None if memory is None else fsrs.MemoryState(memory.stability, memory.difficulty)
    states = _engine(weights).next_states(before, RETENTION, max(0, elapsed))
    # a journal that is folded anew asks this for each answer: each state taken out of the library is a copy
    state = _state(states, rating).memory
    return Memory(state.stability, state.difficulty, weights[-1])


def after_all(reviews: Sequence[tuple[Rating, int]], *, weights: Weights = DEFAULT) -> Memory | None:
    """Return the memory after reviews, each a rating and the days elapsed as for `after`; None after none."""
    if not reviews:
        return None
    item = fsrs.FSRSItem([fsrs.FSRSReview(int(rating), max(0, elapsed)) for rating, elapsed in reviews])
    state = _engine(weights).memory_state(item)
    return Memory(state.stability, state.difficulty, weights[-1])


def _state(states: fsrs.NextStates, rating: Rating) -> fsrs.ItemState:
    if rating is Rating.GOOD:
        return states.good
    if rating is Rating.AGAIN:
        return states.again
    return states.hard if rating is Rating.HARD else states.easy


def interval(memory: Memory, *, retention: float) -> float:
    """Return the days until recall falls to `retention`, unrounded."""
    return float(_engine(_bent(memory.decay)).next_interval(memory.stability, retention, int(Rating.GOOD)))


def recall(memory: Memory, *, elapsed: int) -> float:
    """Return the chance (0..1) that the item is still known `elapsed` days after the last answer."""
    card = _card(memory.decay)
    card.stability = memory.stability
    return float(card.retention_on(float(max(0, elapsed))))
