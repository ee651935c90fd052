"""Floor and ceiling that forgive the noise of floats and nothing more."""

from hypothesis import given
from hypothesis import strategies as st

from drill.facts import rounding


def test_noise_does_not_add_a_replica() -> None:
    assert rounding.ceil(0.1 * 3 / 0.1) == 3
    assert rounding.floor(2.9999999999999996) == 3


def test_a_real_remainder_counts() -> None:
    assert rounding.ceil(3.001) == 4
    assert rounding.floor(2.999) == 2


@given(st.integers(0, 10**9), st.integers(1, 10**5))
def test_agrees_with_integer_division(top: int, bottom: int) -> None:
    assert rounding.floor(top / bottom) == top // bottom
    assert rounding.ceil(top / bottom) == -(-top // bottom)
