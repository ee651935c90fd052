"""Interviews found among entries, and what each of their items came to."""

from datetime import UTC, date, datetime, timedelta

import pytest

from drill.study.ask import Ask
from drill.study.journal import (
    Answered,
    DeviceId,
    Entry,
    EntryId,
    FollowedUp,
    GaveUp,
    HintTaken,
    KataStarted,
    Known,
    MockEnded,
    MockPart,
    MockStarted,
    Noted,
    Rating,
    Stamp,
    Submitted,
)
from drill.study.mock_sitting import Sitting, answer_in, follow_ups_in, score_in, seconds_in, sittings
from drill.study.question import ItemId

DAY = date(2026, 12, 10)
NINE = datetime(2026, 12, 10, 9, tzinfo=UTC)
KATA = ItemId("kata:twice")
QUESTION = ItemId("kv-open")


def at(counter: int, body: Known, *, device: str = "one") -> Entry:
    """An entry a minute after the one before."""
    stamp = Stamp(NINE + timedelta(minutes=counter), 0, DAY)
    return Entry(EntryId(f"{device}-{counter}"), DeviceId(device), counter, stamp, body)


def plan(mock: str = "m") -> MockStarted:
    return MockStarted(mock, "ml-infra", 45.0, (MockPart("kata", (KATA,), 16.0),))


def answer(score: float, *, test: str = "m", seconds: float = 30.0) -> Answered:
    ask = Ask(QUESTION, 1)
    return Answered(ask, "", score >= 1, score, Rating.GOOD, seconds, None, test=test)


def judged(passed: int, checks: int = 10, *, late: bool = False) -> Submitted:
    outcome = "passed" if checks and passed == checks else "failed"
    return Submitted(KATA, outcome, passed, checks, 60.0, late, "f", "hash")


def only(*entries: Entry) -> Sitting:
    (found,) = sittings(entries)
    return found


def scored(*bodies: Known, ended: bool = True) -> float | None:
    """Return a kata's score where these bodies follow an interview's start."""
    entries = [at(5 + place, body) for place, body in enumerate(bodies)]
    edges = [at(4, plan()), *([at(99, MockEnded("m"))] if ended else [])]
    return score_in(only(*edges), KATA, entries)


def test_an_interview_is_open_until_it_is_ended() -> None:
    assert only(at(1, plan())).is_finished is None
    assert only(at(1, plan()), at(2, MockEnded("m"))).is_finished is True
    assert only(at(1, plan()), at(2, MockEnded("m", early=True))).is_finished is False
    assert only(at(1, plan()), at(2, MockEnded("other"))).ended is None
    assert sittings([at(1, MockEnded("m"))]) == []


def test_of_two_ends_the_first_counts() -> None:
    found = only(at(1, plan()), at(2, MockEnded("m", early=True)), at(3, MockEnded("m"), device="two"))
    assert (found.is_finished, found.ended) == (False, at(2, MockEnded("m", early=True)))


def test_the_time_of_one_left_open_ends_with_the_next_on_the_same_machine() -> None:
    start, elsewhere, here = (
        at(1, plan()),
        at(3, plan("elsewhere"), device="two"),
        at(5, plan("here")),
    )
    first, *_ = sittings([start, elsewhere, here])
    work = HintTaken(KATA, 1)
    assert [first.holds(at(place, work)) for place in (0, 1, 2, 4, 6)] == [False, False, True, True, False]


def test_the_last_answer_of_its_name_counts() -> None:
    sitting = only(at(1, plan()))
    followed = FollowedUp("m", QUESTION, 0, met=True, seconds=10.0)
    told = [at(2, answer(0.2)), at(3, answer(0.6)), at(4, answer(1.0, test="other")), at(5, followed)]
    assert answer_in(sitting, told) == told[1].body
    assert follow_ups_in(sitting, [*told, at(6, FollowedUp("other", QUESTION, 1, met=True))]) == [followed]
    assert score_in(sitting, QUESTION, told) == 0.6
    assert seconds_in(sitting, QUESTION, told) == 40.0
    assert (score_in(sitting, QUESTION, told[2:]), seconds_in(sitting, QUESTION, [])) == (None, 0.0)


def test_nobody_takes_longer_than_half_an_hour_over_an_answer() -> None:
    assert seconds_in(only(at(1, plan())), QUESTION, [at(2, answer(1.0, seconds=1e9))]) == 1800.0


@pytest.mark.parametrize(
    ("bodies", "score"),
    [
        ([], None),
        ([Noted(KATA, "mine")], None),
        ([KataStarted(KATA, 10.0)], 0.0),
        ([KataStarted(KATA, 10.0), judged(0, 0)], 0.0),
        ([KataStarted(KATA, 10.0), judged(8), judged(2)], 0.4),
        ([KataStarted(KATA, 10.0), HintTaken(KATA, 1), judged(6)], 0.2),
        ([KataStarted(KATA, 10.0), judged(9), GaveUp(KATA, DAY)], 0.0),
        ([KataStarted(KATA, 10.0), judged(9), judged(10)], 1.0),
        ([KataStarted(KATA, 10.0), judged(10, late=True)], 0.5),
        ([KataStarted(KATA, 10.0), judged(10), KataStarted(KATA, 10.0), judged(1)], 1.0),
    ],
)
def test_what_a_kata_is_worth(bodies: list[Known], score: float | None) -> None:
    assert scored(*bodies) == (None if score is None else pytest.approx(score))
    assert scored(*bodies, ended=False) == scored(*bodies)


def test_an_attempt_that_was_open_before_keeps_its_clock_and_hints() -> None:
    before = [at(1, KataStarted(KATA, 10.0)), at(2, HintTaken(KATA, 1))]
    sitting = only(at(4, plan()))
    assert score_in(sitting, KATA, before) is None
    assert score_in(sitting, KATA, [*before, at(5, judged(10))]) == pytest.approx(2 / 3)
    done = [at(1, KataStarted(KATA, 10.0)), at(2, HintTaken(KATA, 3)), at(3, judged(10))]
    assert score_in(sitting, KATA, [*done, at(5, KataStarted(KATA, 10.0)), at(6, judged(10))]) == 1.0


def test_what_was_done_after_the_end_counts_for_nothing() -> None:
    sitting = only(at(4, plan()), at(6, MockEnded("m")))
    assert score_in(sitting, KATA, [at(7, KataStarted(KATA, 10.0)), at(8, judged(10))]) is None


def test_a_kata_that_was_left_took_until_the_end() -> None:
    begun = [at(5, KataStarted(KATA, 10.0)), at(7, judged(2))]
    played = only(at(4, plan()), at(20, MockEnded("m")))
    early = only(at(4, plan()), at(20, MockEnded("m", early=True)))
    assert [seconds_in(one, KATA, begun) for one in (played, early)] == [15 * 60.0, 2 * 60.0]
    assert seconds_in(played, KATA, [*begun, at(9, judged(10))]) == 4 * 60.0
    assert seconds_in(played, KATA, []) == 0.0
