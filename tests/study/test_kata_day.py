"""Which katas a day holds: open ones, due ones within the minutes, a new one when its turn has come."""

from datetime import date, timedelta

from drill.study.kata_day import Shelved, katas_on
from drill.study.overview import TodayKata
from drill.study.record import LEECH_LAPSES, Record

TODAY = date(2026, 12, 10)


def closed(days_ago: int, due_in: int, **fields: object) -> Record:
    first = TODAY - timedelta(days=days_ago)
    return Record(due=TODAY + timedelta(days=due_in), first_day=first, last_day=first, **fields)  # type: ignore[arg-type]


def kata(slug: str, record: Record = Record(), *, is_open: bool = False) -> Shelved:  # noqa: B008 - immutable
    return Shelved(slug, 12.0, 8.0, record, is_open)


def on(*katas: Shelved, left: float = 15.0, ahead: int | None = None) -> list[TodayKata]:
    interview = None if ahead is None else TODAY + timedelta(days=ahead)
    return katas_on(TODAY, katas, left=left, interview=interview)


def test_open_then_due_longest_first_until_the_minutes_are_used() -> None:
    shelf = [kata("open", is_open=True), kata("b", closed(9, 0)), kata("a", closed(9, -2)), kata("new")]
    assert on(*shelf) == [TodayKata("open", 12, "open"), TodayKata("a", 8, "due")]
    assert [offer.slug for offer in on(*shelf, left=30)] == ["open", "a", "b"]
    assert [offer.slug for offer in on(*shelf, left=0)] == ["open"]


def test_an_open_one_that_is_due_is_there_once() -> None:
    assert on(kata("a", closed(9, -2), is_open=True)) == [TodayKata("a", 12, "open")]


def test_a_new_one_comes_alone_and_in_the_order_given() -> None:
    shelf = [kata("done", closed(1, 3)), kata("z"), kata("a")]
    assert on(*shelf) == [TodayKata("z", 12, "new")]
    assert on(*shelf, left=0) == []
    assert on(*shelf, kata("due", closed(4, 0)), left=0) == []


def test_what_is_set_aside_comes_not() -> None:
    aside = [kata("a", closed(9, 0, suspended=True)), kata("b", Record(suspended=True))]
    assert on(*aside) == []
    assert on(kata("c", closed(9, 0, lapses=LEECH_LAPSES, is_kata=True))) == [TodayKata("c", 8, "due")]


def test_before_an_interview_new_ones_are_spread() -> None:
    shelf = [kata("done", closed(2, 3)), kata("b"), kata("a")]
    # two over six days: one in three
    assert on(*shelf, ahead=9) == []
    assert on(kata("done", closed(3, 3)), *shelf[1:], ahead=9) == [TodayKata("b", 12, "new")]
    assert on(*shelf, ahead=3) == []
    assert on(kata("first"), ahead=4) == [TodayKata("first", 12, "new")]
