"""What stands on the sheet: formulas by topic, of one's misses some of each sort."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from drill.study.crib import MOST_MISSES, lines_on, troubles_of, worst
from drill.study.formulas import WORKED
from drill.study.question import ItemId
from drill.study.trouble import HardItem, SureMiss

DAY = date(2026, 12, 1)
ITEMS = [ItemId(f"i{n}") for n in range(40)]
SURE = st.lists(
    st.builds(SureMiss, st.sampled_from(ITEMS), st.just(DAY), st.integers(1, 3), st.booleans()),
    unique_by=lambda miss: miss.item,
)
HARD = st.lists(
    st.builds(
        HardItem, st.sampled_from(ITEMS), st.integers(0, 9), st.integers(1, 9), st.none(), st.booleans()
    ),
    unique_by=lambda one: one.item,
)


def sure(item: int, *, right_since: bool) -> SureMiss:
    return SureMiss(ITEMS[item], DAY, 1, right_since)


def hard(item: int, misses: int, *, aside: bool = False) -> HardItem:
    return HardItem(ITEMS[item], 1, misses, 1.0, aside)


def test_formulas_by_topic() -> None:
    assert len(lines_on(())) == len(WORKED)
    assert [line.result for line in lines_on({"kv-cache"})][:2] == ["128 KiB", "16.0 GiB"]
    assert lines_on({"own"}) == []


def test_each_item_once_by_the_worst_that_is_said_of_it() -> None:
    troubles = troubles_of(
        [sure(1, right_since=False), sure(0, right_since=True)],
        [hard(1, 4), hard(2, 8, aside=True), hard(3, 1), hard(4, 3), hard(9, 9)],
        among=ITEMS[:9],
    )
    assert troubles.sure == {"i1": "sure, and wrong", "i0": "sure, once wrong"}
    assert list(troubles.sure) == ["i1", "i0"]
    assert troubles.leeches == {"i2": "set aside"}
    assert troubles.missed == {"i3": "missed once", "i4": "missed 3 times"}
    assert list(worst(troubles)) == ["i1", "i0", "i2", "i3", "i4"]


@given(SURE, HARD)
def test_of_many_some_of_each_sort_stand_there(sure: list[SureMiss], hard: list[HardItem]) -> None:
    troubles = troubles_of(sure, hard, among=ITEMS)
    chosen = worst(troubles)
    assert len(chosen) == min(MOST_MISSES, troubles.number)
    for sort in troubles:
        there = [item for item in sort if item in chosen]
        # the worst of each sort, and of none less than its part
        assert there == list(sort)[: len(there)]
        assert len(there) >= min(len(sort), MOST_MISSES // len(troubles))
