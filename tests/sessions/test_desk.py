"""The desk: snapshots equal the fold, settings, pace, due days, the clock."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.content.library import Library
from drill.errors import UsageError
from drill.sessions.answering import Given, due_for, rerate, take
from drill.sessions.desk import SECONDS_PER_ANSWER, Desk, snapshot_of
from drill.sessions.undoing import undo_last
from drill.store.journal import Journal
from drill.study.ask import Ask
from drill.study.journal import Answered, Entry, Rating, Undone
from drill.study.memory import Memory
from drill.study.question import ItemId, Question
from drill.study.record import FOLD, Record, fold
from drill.study.weights import DEFAULT, write

START = datetime(2026, 5, 4, 9, tzinfo=UTC)
ITEMS = ("kv-cache-0", "kv-cache-1")


def ask_of(desk: Desk, item: str) -> tuple[Question, Ask]:
    question = desk.library.compiled(item).question
    return question, Ask(question.id, question.rev)


def answer(desk: Desk, item: str, text: str = "attention", seconds: float = 10.0) -> Entry:
    outcome = take(desk, *ask_of(desk, item), Given(text, seconds), longest=365)
    assert outcome.entry is not None
    return outcome.entry


actions = st.lists(
    st.tuples(
        st.sampled_from(["right", "wrong", "undo", "rate", "undo-rating", "wait", "back"]),
        st.sampled_from(ITEMS),
        st.sampled_from(list(Rating)),
    ),
    max_size=14,
)


def act(desk: Desk, clock: Any, action: tuple[str, str, Rating]) -> None:
    """Do one of the things that a learner can do to the record of an item."""
    what, item, rating = action
    if what in ("right", "wrong"):
        answer(desk, item, "attention" if what == "right" else "no")
    elif what == "undo":
        undo_last(desk)
    elif what == "rate":
        outcome = take(desk, *ask_of(desk, item), Given("attention"), longest=30)
        rerate(desk, outcome, rating, longest=30)
    elif what == "undo-rating":
        rated = desk.journal.entries(item=ItemId(item), tags=("rerated",), newest_first=True, limit=1)
        for entry in rated:
            desk.write(Undone(entry.id, ItemId(item)))
    elif what == "wait":
        clock.on(days=int(rating) ** 2)
    elif what == "back":
        clock.on(days=-1)


@settings(deadline=None, max_examples=25)
@given(actions, st.integers(0, 99))
def test_kept_snapshots_equal_a_fold_from_scratch(
    shared_library: Library,
    tmp_path_factory: pytest.TempPathFactory,
    new_clock: Callable[[], Any],
    done: list[tuple[str, str, Rating]],
    seed: int,
) -> None:
    numbers = count()
    path = tmp_path_factory.mktemp("fold") / "journal.db"
    clock = new_clock()
    with Journal.open(path, new_device=lambda: "a", new_id=lambda: str(next(numbers))) as journal:
        desk = Desk(shared_library, journal, now=clock, rng=Random(seed))
        for action in done:
            act(desk, clock, action)
        for item in map(ItemId, ITEMS):
            entries = list(journal.entries(item=item))
            assert journal.snapshot(item) == (snapshot_of(item, fold(entries)) if entries else None)
            assert desk.record(item) == fold(entries)


def test_an_answer_is_stamped_with_the_day_of_its_moment(desk: Desk, clock: Any) -> None:
    clock.set("2026-10-25T03:59+01:00")
    before = answer(desk, "kv-cache-0")
    clock.on(minutes=1)
    after = answer(desk, "kv-cache-1")
    assert (before.stamp.day, after.stamp.day) == (date(2026, 10, 24), date(2026, 10, 25))
    assert after.stamp.offset == 60
    for entry in (before, after):
        assert isinstance(entry.body, Answered)
        assert entry.body.due == entry.stamp.day + timedelta(days=2)


def test_one_reading_of_the_clock_an_answer(desk: Desk, clock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rollover may pass between two readings: stamp and due day would disagree."""
    clock.set("2026-05-05T03:59+02:00")
    original = desk.due_after

    def late(*args: Any, **named: Any) -> date:
        clock.on(minutes=5)
        return original(*args, **named)

    monkeypatch.setattr(desk, "due_after", late)
    entry = answer(desk, "kv-cache-0")
    assert isinstance(entry.body, Answered)
    assert (entry.stamp.day, entry.body.due) == (date(2026, 5, 4), date(2026, 5, 6))


def test_the_rollover_setting_moves_the_day(desk: Desk, clock: Any) -> None:
    clock.set("2026-05-05T05:00+02:00")
    assert desk.today == date(2026, 5, 5)
    desk.change("rollover", "6")
    assert desk.today == date(2026, 5, 4)


def test_settings_are_kept_put_back_and_refused(desk: Desk, open_desk: Callable[..., Desk]) -> None:
    assert not desk.has_asked_settings()
    desk.change("minutes", " 30 ")
    desk.change("role", "ml-infra")
    desk.change("role", None)
    again = open_desk()
    assert (again.setting("minutes"), again.setting("role")) == ("30", "ai-engineer")
    assert again.settings.minutes == 30
    assert again.has_asked_settings()
    with pytest.raises(UsageError, match="minutes"):
        desk.change("minutes", "soon")
    assert desk.journal.count("setting-changed") == 3


def test_pace_is_that_of_a_person(desk: Desk) -> None:
    assert desk.pace() == SECONDS_PER_ANSWER
    for n, seconds in enumerate((0.0, 20.0, 40.0, 9999.0)):
        answer(desk, f"kv-cache-{n}", seconds=seconds)
    # the script's answer is left out, a break counts as five minutes
    assert desk.pace() == pytest.approx((20 + 40 + 300) / 3)
    assert desk.seconds_spent() == 360.0


def test_seconds_spent_are_those_of_the_study_day(desk: Desk, clock: Any) -> None:
    answer(desk, "kv-cache-0", seconds=20.0)
    clock.on(days=1)
    assert desk.seconds_spent() == 0.0


def test_the_day_chosen_is_the_lightest_and_the_same_when_asked_again(desk: Desk) -> None:
    memory, today = Memory(10.0, 5.0), desk.today
    chosen = {desk.due_after(ItemId("kv-cache-0"), memory, day=today, longest=365) for _ in range(5)}
    assert len(chosen) == 1
    for n in range(8):
        for topic in ("tokens", "serving"):
            answer(desk, f"{topic}-{n}")
    load = desk.journal.load(today, today + timedelta(days=9), counts=lambda _: True)
    assert load == {today + timedelta(days=2): 16}


@pytest.mark.parametrize(("others", "moves"), [("gone-{}", False), ("kata:{}", True), ("tokens-{}", True)])
def test_only_what_is_asked_again_weighs_on_a_day(desk: Desk, others: str, moves: bool) -> None:
    item, memory, today = ItemId("kv-cache-0"), Memory(10.0, 5.0), desk.today
    chosen = desk.due_after(item, memory, day=today, longest=365)
    records = [snapshot_of(ItemId(others.format(n)), Record(due=chosen)) for n in range(8)]
    desk.journal.replace_snapshots(records, fold=desk.journal.fold() or "")
    assert (desk.due_after(item, memory, day=today, longest=365) != chosen) == moves


def test_an_item_rated_once_more_does_not_flee_from_its_own_day(desk: Desk) -> None:
    question, ask = ask_of(desk, "kv-cache-0")
    outcome = take(desk, question, ask, Given("attention"), longest=365)
    assert outcome.record is not None
    easy = rerate(desk, outcome, Rating.EASY, longest=365)
    shown = due_for(desk, question.id, outcome.before, Rating.EASY, day=desk.today, longest=365)
    again = rerate(desk, easy, Rating.EASY, longest=365)
    assert easy.record == again.record
    assert again.record is not None
    assert again.record.due == shown


def test_what_cannot_be_rated_is_refused(desk: Desk) -> None:
    outcome = take(desk, *ask_of(desk, "kv-cache-0"), Given("atention"), longest=365)
    assert outcome.mark.verdict == "retry"
    with pytest.raises(ValueError, match="on disk"):
        rerate(desk, outcome, Rating.EASY, longest=365)


def test_a_clock_that_went_back_is_noticed_and_hurts_nothing(desk: Desk, clock: Any) -> None:
    assert desk.clock_went_back() is None
    answer(desk, "kv-cache-0")
    clock.on(hours=-25)
    gap = desk.clock_went_back()
    assert gap == timedelta(hours=25)
    late = answer(desk, "kv-cache-0")
    record = desk.record(ItemId("kv-cache-0"))
    assert (record.last_day, late.stamp.day) == (date(2026, 5, 4), date(2026, 5, 3))
    assert record.memory is not None
    assert 0 < record.memory.stability < 1000
    # order is the counter's, not the clock's
    assert [entry.counter for entry in desk.journal.entries()] == [1, 2]


def test_a_moved_time_zone_gives_the_day_of_the_place(desk: Desk, clock: Any) -> None:
    clock.set("2026-05-04T23:00+02:00")
    answer(desk, "kv-cache-0")
    clock.set("2026-05-05T06:30+09:00")
    entry = answer(desk, "kv-cache-0")
    assert isinstance(entry.body, Answered)
    # half an hour later on the other side of the earth, and yet the next morning
    assert entry.stamp.day == date(2026, 5, 5)
    assert entry.body.expected is not None
    assert entry.body.expected < 1.0


def test_no_entry_no_record(desk: Desk, tmp_path: Path) -> None:
    assert desk.record(ItemId("kv-cache-0")) == Record()
    assert (tmp_path / "journal.db").exists()


def test_snapshots_of_another_fold_are_made_anew(open_desk: Callable[..., Desk]) -> None:
    """An update that changes the fold must not read what the old one wrote."""
    desk = open_desk()
    answer(desk, ITEMS[0])
    good = desk.journal.snapshots()
    broken = [msgspec.structs.replace(snapshot, body=b"of another fold", due=None) for snapshot in good]
    desk.journal.replace_snapshots(broken, fold="0")
    fresh = Desk(desk.library, desk.journal, now=lambda: START, rng=Random(0))
    assert fresh.journal.snapshots() == good
    assert fresh.journal.fold() == f"{FOLD} {write(DEFAULT)}"
