"""A mock interview over the shipped banks and a real journal: planned, left anywhere, taken up again."""

import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drill.content.katas import load_exercises
from drill.content.library import BankFile, Library, open_library
from drill.content.locate import content_root, shipped_banks
from drill.sessions.agenda import build_agenda
from drill.sessions.answering import Given
from drill.sessions.desk import Desk
from drill.sessions.mocks.interview import Mock
from drill.sessions.mocks.plan import MockPlanner, MockWish, Planned
from drill.sessions.mocks.steps import FollowTurn, KataTurn
from drill.sessions.quiz import Turn
from drill.sessions.readiness import profile_of
from drill.sessions.undoing import undo_last
from drill.store.journal import Journal
from drill.study.journal import Answered, GaveUp, KataStarted, MockPart, MockStarted
from drill.study.kata import Exercise, kata_item
from drill.study.mock import KATA, LONGEST_SECONDS, SIZING, TALK, WARM_UP
from drill.study.question import ItemId, Topic
from drill.study.roles import ROLES

ROLE = ROLES["inference-engineer"]
OpenDesk = Callable[..., Desk]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(shipped_banks(), tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def exercises(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Exercise]:
    return load_exercises(tmp_path_factory.mktemp("katas"))


def opened(library: Library, clock: Any, path: Path) -> Desk:
    journal = Journal.open(path, new_device=lambda: path.stem, new_id=lambda: uuid4().hex)
    return Desk(library, journal, now=clock, rng=Random(1))


@pytest.fixture
def at(library: Library, clock: Any, tmp_path: Path) -> Any:
    """Open the desk again, as the next start does."""
    desks: list[Desk] = []

    def open_it(device: str = "journal", library: Library = library) -> Desk:
        desks.append(opened(library, clock, tmp_path / f"{device}.db"))
        return desks[-1]

    yield open_it
    for desk in desks:
        desk.journal.close()


def planned(desk: Desk, exercises: dict[str, Exercise], *, seed: int = 1, **wishes: Any) -> Planned:
    wish = {"role": ROLE, "minutes": 45.0, "topics": (), "kata": True, **wishes}
    return MockPlanner(desk, exercises, rng=Random(seed)).plan(MockWish(**wish))


def items(plan: Planned) -> dict[str, tuple[str, ...]]:
    return {part.name: part.items for part in plan.started.parts}


def step(mock: Mock) -> str:
    """Answer whatever comes next; return what it was."""
    turn = mock.next()
    if isinstance(turn, Turn):
        outcome = mock.answer(Given("", 9.0, ticks=(), final=True))
        assert outcome.entry is not None
        return f"{turn.ask.item} {turn.ask.numbers} {turn.ask.order}"
    if isinstance(turn, FollowTurn):
        mock.follow(turn, "because", met=True, seconds=9.0)
        return f"{turn.question.id} {turn.follow_up.number}"
    if isinstance(turn, KataTurn):
        mock.leave_out()
        return turn.slug
    return ""


def played(mock: Mock, most: int = 99) -> list[str]:
    told: list[str] = []
    while len(told) < most and (one := step(mock)):
        told.append(one)
    return told


def test_a_plan_takes_exam_questions_of_the_role(at: OpenDesk, exercises: dict[str, Exercise]) -> None:
    desk = at()
    plan = planned(desk, exercises)
    parts = items(plan)
    assert (list(parts), plan.notes) == ([WARM_UP, SIZING, TALK, KATA], [])
    assert [len(parts[name]) for name in parts] == [10, 3, 2, 1]
    rows = [desk.library.row(item) for name in (WARM_UP, SIZING, TALK) for item in parts[name]]
    assert {row.pool for row in rows if row} == {"exam"}
    assert {row.topic for row in rows if row} <= set(ROLE.topics)
    assert parts[SIZING] == ("kv-plan-token", "kv-plan-requests", "kv-plan-step")
    assert not set(parts[SIZING]) & set(parts[WARM_UP])
    assert [row.kind for row in map(desk.library.row, parts[TALK]) if row] == ["open", "open"]
    assert planned(desk, exercises) == plan
    assert planned(desk, exercises, seed=2).started.mock != plan.started.mock


def test_topics_and_short_time_leave_parts_out(at: OpenDesk, exercises: dict[str, Exercise]) -> None:
    plan = planned(at(), exercises, minutes=20.0, topics=(Topic("tokens"),), kata=False)
    assert list(items(plan)) == [WARM_UP, TALK]
    assert plan.notes == ["no sizing: too little time, or nothing on these topics"]
    assert planned(at(), exercises, topics=(Topic("none"),), kata=False).started.parts == ()


def test_what_was_asked_rests_for_thirty_days(
    at: OpenDesk, exercises: dict[str, Exercise], clock: Any
) -> None:
    first = planned(at(), exercises)
    played(Mock.begin(at(), first.started))
    clock.on(days=29)
    second = planned(at(), exercises)
    assert not set(items(first)[WARM_UP]) & set(items(second)[WARM_UP])
    assert not set(items(first)[TALK]) & set(items(second)[TALK])
    assert items(first)[SIZING] != items(second)[SIZING]
    assert second.notes == []
    clock.on(days=1)
    assert set(items(first)[WARM_UP]) & set(items(planned(at(), exercises))[WARM_UP])


def test_where_too_little_rested_the_oldest_come_again(
    at: OpenDesk, exercises: dict[str, Exercise], clock: Any
) -> None:
    topics = (Topic("kv-cache"),)
    for _ in range(2):
        plan = planned(at(), exercises, topics=topics, kata=False)
        played(Mock.begin(at(), plan.started))
        clock.on(days=1)
    said = "too few exam questions on these topics rested for 30 days: those seen longest ago come again"
    assert plan.notes == [said]
    assert len(items(plan)[TALK]) == 1


def test_it_is_played_to_its_end_and_ended(at: OpenDesk, exercises: dict[str, Exercise]) -> None:
    plan = planned(at(), exercises).started
    mock = Mock.begin(at(), plan)
    assert not mock.has_begun()
    told = played(mock)
    # two follow-ups each of two talks
    assert len(told) == 10 + 3 + 2 + 4 + 1
    assert mock.next() is None
    assert mock.has_begun()
    assert [mock.seconds_in(part) for part in plan.parts] == [90.0, 27.0, 54.0, 0.0]
    assert Mock.left_open(at()) is not None
    mock = Mock(at(), plan, since=0)
    mock.end(early=False)
    assert Mock.left_open(at()) is None


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(stops=st.lists(st.integers(1, 8), max_size=6))
def test_left_anywhere_it_goes_on_with_the_same_asks(
    stops: list[int],
    library: Library,
    exercises: dict[str, Exercise],
    new_clock: Callable[[], Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("journals")
    with ExitStack() as opening:

        def desk(name: str) -> Desk:
            found = opened(library, new_clock(), folder / name)
            opening.callback(found.journal.close)
            return found

        plan = planned(desk("one.db"), exercises).started
        whole = played(Mock.begin(desk("whole.db"), plan))
        told = played(Mock.begin(desk("one.db"), plan), 1)
        for most in [*stops, 99]:
            again = Mock.left_open(desk("one.db"))
            assert again is not None
            told += [] if told[-1] == whole[-1] else played(again, most)
    assert told == whole


def test_steps_of_a_sizing_problem_share_their_numbers(at: OpenDesk, exercises: dict[str, Exercise]) -> None:
    plan = planned(at(), exercises).started
    mock = Mock.begin(at(), plan)
    numbers: list[dict[str, Any]] = []
    while (turn := mock.next()) is not None and not isinstance(turn, KataTurn):
        if not (isinstance(turn, Turn) and mock.part and mock.part.name == SIZING):
            step(mock)
            assert mock.step_before() == ""
            continue
        numbers.append(dict(turn.ask.numbers))
        mock.answer(Given("1", final=True))
        assert mock.step_before().startswith("the step before: wrong, it is ")
        # taken up again, the next step still needs it
        again = Mock.left_open(at())
        assert again is not None
        again.next()
        assert again.step_before() in (mock.step_before(), "")
        assert (again.step_before() == "") == (len(numbers) == 3)
    assert numbers[0]["layers"] == numbers[1]["layers"]
    assert numbers[1]["memory"] == numbers[2]["memory"]


def test_an_undone_answer_is_asked_again(at: OpenDesk, exercises: dict[str, Exercise]) -> None:
    mock = Mock.begin(at(), planned(at(), exercises).started)
    before = mock.next()
    assert isinstance(before, Turn)
    step(mock)
    undo_last(mock.desk)
    again = Mock.left_open(at())
    assert again is not None
    assert again.next() == before


def test_the_schedule_is_left_alone_and_readiness_learns(
    at: OpenDesk, exercises: dict[str, Exercise]
) -> None:
    desk = at()
    before, known = build_agenda(desk), profile_of(desk, exercises, list(ROLE.topics))
    mock = Mock.begin(desk, planned(desk, exercises).started)
    played(mock)
    entries = [entry.body for entry in desk.journal.entries(tags=("answered",))]
    assert {body.test for body in entries if isinstance(body, Answered)} == {mock.plan.mock}
    assert {body.due for body in entries if isinstance(body, Answered)} == {None}
    assert build_agenda(desk).items == before.items
    after = profile_of(desk, exercises, list(ROLE.topics))
    assert (known.common.questions, after.common.questions) == (0, 15)


def test_a_kata_closed_after_the_start_ends_its_part(at: OpenDesk, exercises: dict[str, Exercise]) -> None:
    desk = at()
    item = kata_item("softmax")
    desk.write(GaveUp(item, desk.today))
    plan = planned(desk, exercises, minutes=20.0).started
    mock = Mock.begin(desk, plan)
    while not isinstance(turn := mock.next(), KataTurn):
        step(mock)
    mine = kata_item(turn.slug)
    desk.write(KataStarted(mine, 5.0))
    mock.look()
    assert isinstance(mock.next(), KataTurn)
    desk.write(GaveUp(mine, desk.today))
    mock.look()
    assert mock.next() is None


def test_an_item_that_left_the_bank_is_passed_over(
    at: OpenDesk, exercises: dict[str, Exercise], library: Library
) -> None:
    plan = planned(at(), exercises).started
    first = plan.parts[0]
    more = MockPart(first.name, (*first.items[:1], ItemId("gone"), *first.items[1:]), 8.0)
    mock = Mock.begin(at(), MockStarted(plan.mock, plan.role, 45.0, (more, *plan.parts[1:])))
    assert len(played(mock)) == 10 + 3 + 2 + 4 + 1
    assert mock.problems == ["`gone` is in no bank any more; the interview goes on without `gone`"]


def test_a_clock_that_jumps_counts_for_no_more_than_one_answer_takes(
    at: OpenDesk, exercises: dict[str, Exercise]
) -> None:
    mock = Mock.begin(at(), planned(at(), exercises).started)
    for seconds in (1e9, -5.0):
        assert isinstance(mock.next(), Turn)
        mock.answer(Given("", seconds, final=True))
    assert mock.seconds_in(mock.plan.parts[0]) == LONGEST_SECONDS


def test_two_interviews_do_not_mix(at: OpenDesk, exercises: dict[str, Exercise]) -> None:
    one = Mock.begin(at(), planned(at(), exercises).started)
    played(one, 4)
    other = Mock.begin(at(), planned(at(), exercises, seed=2).started)
    assert not other.has_begun()
    left = Mock.left_open(at())
    assert left is not None
    assert left.plan.mock == other.plan.mock


def test_a_seed_gives_the_same_plan_and_no_name_twice(at: OpenDesk, exercises: dict[str, Exercise]) -> None:
    first = planned(at(), exercises).started
    assert planned(at("other"), exercises).started == first
    # its answers would be found under the name of both
    Mock.begin(at(), first)
    second = planned(at(), exercises).started
    assert (second.parts, second.mock != first.mock) == (first.parts, True)


def test_interviews_of_two_devices_do_not_mix(at: OpenDesk, exercises: dict[str, Exercise]) -> None:
    mine, theirs = at("mine"), at("theirs")
    one = Mock.begin(mine, planned(mine, exercises).started)
    told = played(one, 3)
    other = Mock.begin(theirs, planned(theirs, exercises, seed=2).started)
    # its entries come after mine in the merged journal
    played(other, 12)
    other.end(early=True)
    mine.merge(theirs.journal.rows())
    left = Mock.left_open(mine)
    assert left is not None
    assert left.plan == one.plan
    assert [turn_step(left) for _ in range(3)] == [turn_step(one)] * 3
    assert told + played(left) == played(Mock.begin(at("whole"), one.plan))


def turn_step(mock: Mock) -> object:
    turn = mock.next()
    return (turn.ask, turn.place) if isinstance(turn, Turn) else turn


def test_one_that_is_open_on_another_device_is_taken_up_here(
    at: OpenDesk, exercises: dict[str, Exercise]
) -> None:
    mine, theirs = at("mine"), at("theirs")
    one = Mock.begin(theirs, planned(theirs, exercises).started)
    played(one, 4)
    mine.merge(theirs.journal.rows())
    left = Mock.left_open(mine)
    assert left is not None
    assert turn_step(left) == turn_step(one)


def test_a_step_that_left_the_bank_takes_those_after_it_along(
    at: OpenDesk, exercises: dict[str, Exercise]
) -> None:
    plan = planned(at(), exercises).started
    for stranger in (ItemId("gone"), ItemId(plan.parts[2].items[0])):
        sizing = MockPart(SIZING, (plan.parts[1].items[0], stranger), 8.0)
        mock = Mock.begin(at(), MockStarted(f"with-{stranger}", plan.role, 45.0, (sizing,)))
        assert mock.next() is None
        assert mock.problems == [
            f"`{stranger}` is in no bank any more; the interview goes on without `{item}`"
            for item in sizing.items
        ]


def test_steps_that_left_after_the_first_answer_are_passed_over(
    at: OpenDesk, exercises: dict[str, Exercise], tmp_path: Path
) -> None:
    plan = planned(at(), exercises).started
    mock = Mock.begin(at(), MockStarted(plan.mock, plan.role, 45.0, plan.parts[1:3]))
    step(mock)
    others = [bank for bank in shipped_banks() if bank.path.stem != "kv-cache"]
    later = Mock.left_open(at(library=open_library(others, tmp_path / "cache")))
    assert later is not None
    turn = later.next()
    assert isinstance(turn, Turn)
    assert turn.ask.item == plan.parts[2].items[1]
    assert (later.step_before(), len(later.problems)) == ("", 3)


def test_a_step_edited_since_tells_the_next_one_nothing(
    at: OpenDesk, exercises: dict[str, Exercise], tmp_path: Path
) -> None:
    """Its old numbers mean nothing to the question as it is now, which may have others."""
    plan = planned(at(), exercises).started
    mock = Mock.begin(at(), MockStarted(plan.mock, plan.role, 45.0, plan.parts[1:2]))
    step(mock)
    assert mock.next() is not None
    assert mock.step_before() != ""
    whole = (content_root() / "questions" / "kv-cache.yaml").read_text("utf-8")
    before, first, after = re.split(r"(?=  - id: kv-plan-token\n)|(?=  - id: kv-plan-requests\n)", whole)
    edited = first.replace("layers", "levels").replace("difficulty", "rev: 2\n    difficulty", 1)
    edited = edited.replace("{levels: levels", "{layers: levels")
    path = tmp_path / "kv-cache.yaml"
    path.write_text(before + edited + after, "utf-8")
    later = Mock.left_open(at(library=open_library([BankFile(path, "added")], tmp_path / "cache")))
    assert later is not None
    assert isinstance(later.next(), Turn)
    assert later.step_before() == ""


def test_a_kata_open_before_is_not_started_here(at: OpenDesk, exercises: dict[str, Exercise]) -> None:
    desk = at()
    desk.write(KataStarted(kata_item("softmax"), 5.0))
    mock = Mock.begin(desk, planned(desk, exercises, minutes=20.0).started)
    assert not mock.has_started("softmax")
    desk.write(KataStarted(kata_item("softmax"), 5.0))
    mock.look()
    assert mock.has_started("softmax")
    assert not mock.has_started("top-p")


def test_a_sizing_problem_of_another_topic_is_better_than_one_seen_lately(
    at: OpenDesk, exercises: dict[str, Exercise]
) -> None:
    topics = {}
    for _ in range(3):
        desk = at()
        plan = planned(desk, exercises, minutes=20.0, kata=False)
        first = desk.library.row(items(plan)[SIZING][0])
        assert first is not None
        topics[first.topic] = plan.notes
        played(Mock.begin(desk, plan.started))
    assert list(topics) == ["kv-cache", "prefill-decode", "vector-search"]
    last = planned(at(), exercises, minutes=20.0, kata=False)
    assert items(last)[SIZING][0] == "kv-plan-token"
    assert len(last.notes) == 1


def test_nothing_is_open_to_be_answered(at: OpenDesk, exercises: dict[str, Exercise]) -> None:
    mock = Mock.begin(at(), planned(at(), exercises).started)
    with pytest.raises(RuntimeError, match="next"):
        mock.answer(Given("a"))
