"""Due days: near the interval, in bounds, on the lightest day, the same for the same source of chance."""

from collections import Counter
from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.spread import due_days, lightest, reach

DAY = date(2026, 5, 4)


def ahead(days: float, longest: int = 365) -> list[int]:
    return [(day - DAY).days for day in due_days(DAY, days, longest=longest)]


@settings(deadline=None)
@given(st.floats(0, 1e5), st.integers(1, 2000))
def test_never_below_a_day_never_over_the_longest_never_far_off(days: float, longest: int) -> None:
    allowed = ahead(days, longest)
    assert allowed == list(range(allowed[0], allowed[-1] + 1))
    assert 1 <= allowed[0] <= allowed[-1] <= longest
    wanted = min(max(1.0, days), longest)
    assert all(abs(day - wanted) <= reach(wanted) + 1 for day in allowed)
    assert min(max(1, round(days)), longest) in allowed


def test_short_intervals_stay_and_longer_ones_may_move() -> None:
    assert ahead(0.0) == ahead(1.0) == ahead(1.4) == [1]
    assert ahead(2.0) == [2]
    assert ahead(3.0) == [2, 3, 4]
    assert 1 not in ahead(2.6)
    assert ahead(10.0) == [8, 9, 10, 11, 12]
    assert reach(2.4) == 0
    assert reach(2.5) == 1
    assert reach(20) == pytest.approx(1 + 0.15 * 4.5 + 0.10 * 13)
    assert reach(100) == pytest.approx(reach(20) + 0.05 * 80)


def test_what_reaches_past_the_longest_interval_does_not_pile_up_on_its_last_day() -> None:
    assert ahead(300.0, longest=10) == [8, 9, 10]
    assert ahead(300.0, longest=1) == [1]


@given(st.lists(st.integers(0, 9), min_size=5, max_size=5), st.integers())
def test_the_lightest_day_is_chosen_and_a_seed_chooses_it_again(loads: list[int], seed: int) -> None:
    allowed = due_days(DAY, 10.0, longest=365)
    load = dict(zip(allowed, loads, strict=True))
    chosen = lightest(allowed, load, Random(seed))
    assert load[chosen] == min(loads)
    assert lightest(allowed, load, Random(seed)) == chosen


def test_a_hundred_items_of_one_interval_are_leveled() -> None:
    load: Counter[date] = Counter()
    for seed in range(100):
        load[lightest(due_days(DAY, 10.0, longest=365), load, Random(seed))] += 1
    assert sorted(load.values()) == [20] * 5
    assert load.keys() == {DAY + timedelta(days=days) for days in range(8, 13)}
