"""The order of the evening before: each item once, no more than there is time for."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from drill.study.eve import Eve, Parts, day_of, within
from drill.study.question import ItemId

TODAY = date(2026, 12, 17)
PARTS = st.lists(st.lists(st.sampled_from([ItemId(f"i{n}") for n in range(12)])), min_size=4, max_size=4)


def test_the_day_to_be_ready_for() -> None:
    tomorrow = TODAY + timedelta(days=1)
    assert day_of(None, today=TODAY) == tomorrow
    assert day_of(TODAY - timedelta(days=1), today=TODAY) == tomorrow
    for ahead in (0, 1, 9):
        day = TODAY + timedelta(days=ahead)
        assert day_of(day, today=TODAY) == day
        assert Eve(TODAY, day, Parts((), (), (), ()), 6, 4).day == day


def test_the_first_parts_go_first() -> None:
    a, b, c, d = (ItemId(name) for name in "abcd")
    parts = within([[a, b], [b, c], [], [a, c, d]], 4)
    assert parts == Parts([a, b], [c], [], [d])
    assert within(parts, 2) == Parts([a, b], [], [], [])


@given(PARTS, st.integers(0, 15))
def test_each_once_and_as_many_as_fit(parts: list[list[ItemId]], room: int) -> None:
    items = within(parts, room).items
    every = list(dict.fromkeys(item for part in parts for item in part))
    assert items == every[:room]
