"""Weights as text: what `drill tune` writes is read again, what the engine can't reckon with is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.journal import Rating
from drill.study.memory import after, interval, recall
from drill.study.weights import DEFAULT, RANGES, read, write

usable = st.tuples(*(st.floats(low, high) for low, high in RANGES))


def test_the_default_is_within_the_ranges() -> None:
    assert read(write(DEFAULT)) == pytest.approx(DEFAULT, abs=5e-5)


@settings(deadline=None, max_examples=100)
@given(
    usable, st.lists(st.tuples(st.sampled_from(list(Rating)), st.integers(0, 400)), min_size=1, max_size=9)
)
def test_any_weights_in_range_give_sound_memories(
    weights: tuple[float, ...], answers: list[tuple[Rating, int]]
) -> None:
    memory = None
    for rating, elapsed in answers:
        memory = after(memory, rating, elapsed=elapsed, weights=weights)
    assert memory is not None
    assert 0 < memory.stability < 1e6
    assert 1 <= memory.difficulty <= 10
    # recall falls to 0.9 after as many days as the stability says, whatever the bend
    assert interval(memory, retention=0.9) == pytest.approx(memory.stability, rel=1e-3)
    assert recall(memory, elapsed=0) == pytest.approx(1)
    assert 0 < recall(memory, elapsed=1000) < 1


@pytest.mark.parametrize(
    "text", ["", "1", "a,b", ",".join(["1"] * 20), ",".join(["nan"] * 21), ",".join(["1e9"] * 21), "0," * 21]
)
def test_others_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="takes 21 numbers as `drill tune` finds them, or default"):
        read(text)
