"""A sitting: returns, resuming, undo, the keys, and that each answer is on disk at once."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drill.content.library import BankFile, open_library
from drill.content.locate import shipped_banks
from drill.sessions.agenda import Wishes
from drill.sessions.answering import Given, Outcome
from drill.sessions.desk import Desk
from drill.sessions.quiz import Quiz
from drill.sessions.undoing import undo_last
from drill.store.journal import Journal
from drill.study.journal import Answered, Rating, Suspended, tag_of
from drill.study.marking import right_answer
from drill.study.question import KINDS, ItemId, Question, kind_of

RIGHT, WRONG = Given("attention", 10.0), Given("no", 10.0)


def start(desk: Desk, *, seed: int = 1, reasks: bool = True, **wishes: Any) -> Quiz:
    return Quiz(desk, Wishes(**wishes), rng=Random(seed), reasks=reasks)


def play(quiz: Quiz, *, missing: str = "", times: int = 99) -> list[ItemId]:
    """Answer to the end, `missing` wrongly `times` times, and return the items in the order asked."""
    asked: list[ItemId] = []
    while (turn := quiz.next()) is not None:
        item = turn.ask.item
        asked.append(item)
        quiz.answer(WRONG if item == missing and asked.count(item) <= times else RIGHT)
    return asked


def gaps(asked: Sequence[str], item: str) -> list[int]:
    """Return how many others came between the asks of an item."""
    places = [place for place, one in enumerate(asked) if one == item]
    return [after - before - 1 for before, after in pairwise(places)]


def answer_next(quiz: Quiz, given: Given = RIGHT) -> Outcome:
    assert quiz.next() is not None
    return quiz.answer(given)


def asked_item(quiz: Quiz) -> ItemId:
    turn = quiz.next()
    assert turn is not None
    return turn.ask.item


def test_a_sitting_asks_each_item_once(desk: Desk) -> None:
    quiz = start(desk)
    asked = play(quiz)
    assert asked == [candidate.item for candidate in quiz.agenda.items]
    assert len(quiz.tallies) == quiz.total == 10
    assert all(tally.right for tally in quiz.tallies)


def test_the_open_ask_is_returned_until_it_is_answered(desk: Desk) -> None:
    quiz = start(desk)
    turn = quiz.next()
    assert turn is not None
    assert quiz.next() is turn
    assert (turn.place, turn.total, turn.is_new, turn.is_return) == (1, 10, True, False)
    quiz.answer(RIGHT)
    after = quiz.next()
    assert after is not None
    assert (after.place, after.total) == (2, 10)


def test_without_an_open_ask_nothing_can_be_answered(desk: Desk) -> None:
    quiz = start(desk)
    with pytest.raises(RuntimeError, match="next"):
        quiz.answer(RIGHT)
    with pytest.raises(RuntimeError, match="next"):
        quiz.skip()


def test_an_answer_is_on_disk_when_answer_returns(desk: Desk, tmp_path: Path) -> None:
    quiz = start(desk)
    for given in (RIGHT, WRONG):
        outcome = answer_next(quiz, given)
        with Journal.open(tmp_path / "journal.db", new_device=str, new_id=str) as second:
            assert list(second.entries(newest_first=True, limit=1)) == [outcome.entry]


def test_a_missed_item_comes_back_after_five_others(desk: Desk) -> None:
    asked = play(start(desk), missing="tokens-0", times=1)
    assert gaps(asked, "tokens-0") == [5]
    assert len(asked) == 11


def test_a_missed_item_comes_back_three_times_at_most(desk: Desk) -> None:
    asked = play(start(desk, new=24, minutes=60), missing="tokens-0")
    assert gaps(asked, "tokens-0") == [5, 5, 5]
    assert asked.count(ItemId("tokens-0")) == 4


def test_many_misses_keep_their_gaps(desk: Desk) -> None:
    quiz, asked = start(desk, new=24, minutes=60), []
    while (turn := quiz.next()) is not None:
        asked.append(turn.ask.item)
        quiz.answer(WRONG)
    for item in set(asked):
        assert all(gap >= 5 for gap in gaps(asked, item))
        assert asked.count(item) <= 4


def test_with_too_few_others_a_missed_item_does_not_come_back(desk: Desk) -> None:
    quiz = start(desk, limit=5)
    item = asked_item(quiz)
    quiz.answer(WRONG)
    assert not quiz.comes_back(ItemId(item))
    assert quiz.total == 5
    assert play(quiz, missing="none").count(item) == 0
    six = start(desk, new=12, minutes=60)
    item = asked_item(six)
    six.answer(WRONG)
    assert six.comes_back(ItemId(item))


def test_a_limit_counts_returns_too(desk: Desk) -> None:
    first = start(desk, limit=6)
    item = asked_item(first)
    first.answer(WRONG)
    assert not first.comes_back(ItemId(item))
    assert len(play(first)) == 5
    # the missed one is ready now: it is the first of two, not a third
    second = start(desk, limit=2)
    assert asked_item(second) == item
    assert len(play(second)) == second.total == 2


def test_a_return_is_one_of_the_five_that_the_next_one_waits_for(desk: Desk) -> None:
    quiz = start(desk, new=6)
    missed = [asked_item(quiz)]
    quiz.answer(WRONG)
    missed.append(asked_item(quiz))
    quiz.answer(WRONG)
    assert [quiz.comes_back(item) for item in missed] == [True, True]
    assert quiz.total == 8
    assert play(quiz)[-2:] == missed
    assert len(quiz.tallies) == 8


def test_no_return_beyond_the_limit_is_promised(desk: Desk) -> None:
    quiz = start(desk, limit=7)
    missed = [asked_item(quiz)]
    quiz.answer(WRONG)
    missed.append(asked_item(quiz))
    quiz.answer(WRONG)
    assert [quiz.comes_back(item) for item in missed] == [True, False]
    assert play(quiz)[-1] == missed[0]


def test_the_page_says_again_on_a_return(desk: Desk) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    quiz.answer(WRONG)
    for _ in range(5):
        answer_next(quiz)
    turn = quiz.next()
    assert turn is not None
    assert (turn.ask.item, turn.is_return, turn.is_new) == (item, True, False)


def test_no_reasks_where_answers_are_piped_in(desk: Desk) -> None:
    asked = play(start(desk, reasks=False), missing="tokens-0")
    assert len(asked) == 10


@pytest.mark.parametrize("others", [0, 2, 5])
def test_the_next_start_resumes_with_gap_and_count(
    desk: Desk, open_desk: Callable[..., Desk], others: int
) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    quiz.answer(WRONG)
    for _ in range(others):
        answer_next(quiz)
    quiz.next()
    again = start(open_desk())
    asked = play(again, missing=item)
    # ten new items in all: what was open when the first sitting died is asked
    assert len(set(asked)) == 10 - others
    assert asked.index(item) == 5 - others
    assert asked.count(item) <= 3


def test_a_third_return_of_an_earlier_sitting_is_the_last(desk: Desk, open_desk: Callable[..., Desk]) -> None:
    play(start(desk, new=20, minutes=60), missing="tokens-0", times=3)
    assert desk.record(ItemId("tokens-0")).misses_today == 3
    rated = start(open_desk(), new=9)
    assert "tokens-0" not in play(rated)


@pytest.mark.parametrize("what", ["suspended", "right", "rated", "undone"])
def test_what_is_settled_does_not_come_back_at_the_next_start(
    desk: Desk, open_desk: Callable[..., Desk], what: str
) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    outcome = quiz.answer(WRONG)
    if what == "suspended":
        quiz.suspend(item)
    elif what == "rated":
        quiz.rate(outcome, Rating.GOOD)
    elif what == "right":
        quiz.bring_forward(item)
        answer_next(quiz)
    else:
        undo_last(desk)
    for _ in range(5):
        while asked_item(quiz) == item:
            quiz.skip()
        answer_next(quiz)
    asked = play(start(open_desk()))
    # undone, it is a new item again
    assert asked.count(item) == (what == "undone")


def test_a_right_answer_rated_again_comes_back(desk: Desk) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    outcome = quiz.rate(quiz.answer(RIGHT), Rating.AGAIN)
    assert outcome.record is not None
    assert outcome.record.missed_last
    assert quiz.comes_back(item)
    quiz.rate(outcome, Rating.HARD)
    assert not quiz.comes_back(item)


def test_undo_goes_back_any_number_of_steps_and_into_earlier_sittings(
    desk: Desk, open_desk: Callable[..., Desk], clock: Any
) -> None:
    first = start(desk)
    early = [asked_item(first)]
    answer_next(first)
    early.append(asked_item(first))
    answer_next(first)
    clock.on(days=1)
    quiz = start(open_desk())
    late = asked_item(quiz)
    answer_next(quiz)
    open_item = asked_item(quiz)
    undone = [quiz.undo() for _ in range(4)]
    assert [entry and tag_of(entry.body) for entry in undone] == ["answered"] * 3 + [None]
    assert [asked_item(quiz), quiz.tallies] == [early[0], []]
    order = []
    for _ in range(4):
        order.append(asked_item(quiz))
        answer_next(quiz)
    assert order == [*early, late, open_item]
    assert desk.record(ItemId(early[0])).answers == 1


def test_undo_of_a_miss_while_it_waits_asks_it_once(desk: Desk) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    answer_next(quiz, WRONG)
    quiz.next()
    quiz.undo()
    assert asked_item(quiz) == item
    assert play(quiz).count(item) == 1


def test_undo_while_the_return_is_open_asks_it_once(desk: Desk) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    answer_next(quiz, WRONG)
    for _ in range(5):
        answer_next(quiz)
    assert asked_item(quiz) == item
    last = quiz.tallies[-1].item
    quiz.undo()
    assert asked_item(quiz) == last
    answer_next(quiz)
    assert play(quiz).count(item) == 1


def test_an_undone_answer_does_not_shorten_the_gap(desk: Desk) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    asked = [item]
    answer_next(quiz, WRONG)
    answer_next(quiz)
    quiz.undo()
    asked += play(quiz)
    assert gaps(asked, item) == [5]


def test_undo_of_a_suspended_item_does_not_ask_it(desk: Desk) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    answer_next(quiz)
    quiz.suspend(item)
    assert quiz.undo() is not None
    assert item not in play(quiz)


def test_undo_of_the_eighth_lapse_brings_a_leech_back(desk: Desk, clock: Any) -> None:
    item = ItemId("tokens-0")
    for n in range(9):
        quiz = start(desk, topics=("tokens",), new=1)
        quiz.bring_forward(item)
        outcome = answer_next(quiz, WRONG if n else RIGHT)
        clock.on(days=2)
    assert outcome.record is not None
    assert outcome.record.is_leech
    assert not quiz.comes_back(item)
    quiz.bring_forward(item)
    assert quiz.turn is None
    quiz.undo()
    assert asked_item(quiz) == item
    assert desk.record(item).lapses == 7


def test_skip_leaves_an_item_for_another_time(desk: Desk) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    quiz.skip()
    assert item not in play(quiz)
    assert desk.record(ItemId(item)).answers == 0
    assert item in play(start(desk))


def test_suspend_ends_the_open_ask(desk: Desk) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    quiz.suspend(item)
    assert quiz.turn is None
    assert item not in play(quiz)
    assert desk.record(item).suspended
    waiting = ItemId("serving-0")
    other = start(desk)
    other.suspend(waiting)
    assert waiting not in play(other)


def test_bookmark_note_and_doubt_are_entries(desk: Desk) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    assert [quiz.bookmark(item), quiz.bookmark(item), quiz.bookmark(item)] == [True, False, True]
    quiz.note(item, "see \udcff chapter 2")
    quiz.doubt(item, "wrong \ud800")
    bodies = [entry.body for entry in desk.journal.entries(item=item)]
    assert [tag_of(body) for body in bodies] == ["bookmarked"] * 3 + ["noted", "doubted"]
    assert [getattr(body, "text", "") for body in bodies[3:]] == ["see ? chapter 2", "wrong ?"]
    assert desk.record(item).bookmarked


def test_a_primer_is_due_once_a_topic_before_its_first_new_item(
    desk: Desk, open_desk: Callable[..., Desk]
) -> None:
    quiz = start(desk)
    assert quiz.primer_due() is None
    topics = []
    for _ in range(6):
        asked_item(quiz)
        if topic := quiz.primer_due():
            topics.append(topic)
            quiz.primer_shown(topic)
        quiz.answer(RIGHT)
    assert sorted(topics) == ["kv-cache", "serving", "tokens"]
    again = start(open_desk(), new=5)
    asked_item(again)
    assert again.primer_due() is None
    cram = start(open_desk(), cram=True)
    asked_item(cram)
    assert cram.primer_due() is None


def test_another_rating_moves_the_due_day(desk: Desk) -> None:
    quiz = start(desk)
    outcome = answer_next(quiz)
    assert outcome.record is not None
    good = outcome.record.due
    easy = quiz.rate(outcome, Rating.EASY)
    assert easy.record is not None
    assert easy.record.due is not None
    assert good is not None
    assert easy.record.due > good
    assert quiz.rate(easy, Rating.GOOD).record == outcome.record


def test_a_rating_after_midnight_counts_from_the_day_of_the_answer(desk: Desk, clock: Any) -> None:
    clock.set("2026-05-05T03:59+02:00")
    quiz = start(desk)
    outcome = answer_next(quiz)
    clock.on(minutes=2)
    rated = quiz.rate(outcome, Rating.HARD)
    assert rated.record is not None
    assert (rated.record.last_day, rated.record.due) == (date(2026, 5, 4), date(2026, 5, 5))


def test_the_rollover_passing_stamps_each_answer_with_its_own_day(desk: Desk, clock: Any) -> None:
    clock.set("2026-05-05T03:58+02:00")
    quiz = start(desk)
    days = []
    for _ in range(4):
        outcome = answer_next(quiz)
        assert outcome.entry is not None
        assert outcome.record is not None
        assert outcome.record.due == outcome.entry.stamp.day + timedelta(days=2)
        days.append(outcome.entry.stamp.day.day)
        clock.on(minutes=1)
    assert days == [4, 4, 5, 5]


def test_cram_leaves_the_schedule_alone(desk: Desk) -> None:
    answer_next(start(desk))
    before = desk.journal.snapshots()
    quiz = start(desk, cram=True, limit=3)
    outcomes = [answer_next(quiz, WRONG) for _ in range(3)]
    assert quiz.next() is None
    assert all(quiz.rate(outcome, Rating.EASY) is outcome for outcome in outcomes)
    kept = {snapshot.item: snapshot for snapshot in desk.journal.snapshots()}
    assert all(kept[snapshot.item] == snapshot for snapshot in before)
    assert desk.journal.touched() == {snapshot.item for snapshot in before}
    assert desk.journal.count("answered") == 4
    # and its misses are no misses of today
    assert all(tally.item not in play(start(desk, new=0)) for tally in quiz.tallies)


def test_a_retry_keeps_the_turn_and_a_hint_costs_good(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], numeric_yaml: str
) -> None:
    quiz = start(open_desk(write_bank("kv-cache", more=numeric_yaml)))
    turn = quiz.next()
    assert turn is not None
    for _ in range(3):
        assert quiz.answer(Given("no number")).mark.verdict == "retry"
    assert quiz.answer(Given("1 s")).mark.verdict == "retry"
    assert quiz.turn is turn
    right = right_answer(turn.compiled.question, turn.ask)
    assert quiz.answer(Given(right)).rating == Rating.HARD


def test_unreadable_text_costs_nothing(desk: Desk) -> None:
    quiz = start(desk)
    quiz.next()
    for _ in range(3):
        assert quiz.answer(Given(" ")).mark.verdict == "retry"
    # and the hint for a near miss is still to be had
    assert quiz.answer(Given("atention")).mark.verdict == "retry"
    assert quiz.answer(Given("atention")).mark.verdict == "wrong"
    # the hint given for one item costs the next one nothing
    quiz.next()
    quiz.answer(Given(" "))
    assert quiz.answer(RIGHT).rating == Rating.GOOD


def test_a_seed_gives_the_same_sitting(
    open_desk: Callable[..., Desk], cache: Path, tmp_path: Path, new_clock: Callable[[], Any]
) -> None:
    def asks(name: str) -> list[object]:
        with Journal.open(tmp_path / name, new_device=str, new_id=lambda: name) as journal:
            desk = Desk(open_library(shipped_banks(), cache), journal, now=new_clock(), rng=Random(3))
            quiz = Quiz(desk, Wishes(new=8), rng=Random(3))
            turns = []
            while (turn := quiz.next()) is not None:
                turns.append(turn.ask)
                quiz.skip()
            return list(turns)

    assert asks("one.db") == asks("two.db")


def right_text(question: Question, answer: str) -> Given:
    if kind_of(question) == "open":
        return Given("all of it", ticks=range(20))
    return Given(answer)


def test_every_shipped_question_can_be_asked_answered_and_undone(
    cache: Path, tmp_path: Path, new_clock: Callable[[], Any]
) -> None:
    numbers = iter(range(10**6))
    with Journal.open(tmp_path / "j.db", new_device=str, new_id=lambda: str(next(numbers))) as journal:
        desk = Desk(open_library(shipped_banks(), cache), journal, now=new_clock(), rng=Random(1))
        quiz = Quiz(desk, Wishes(new=999), rng=Random(1))
        kinds = set()
        while (turn := quiz.next()) is not None:
            question = turn.compiled.question
            kinds.add(kind_of(question))
            outcome = quiz.answer(right_text(question, right_answer(question, turn.ask)))
            assert outcome.mark.verdict == "right", question.id
        assert kinds == set(KINDS)
        assert len(quiz.tallies) == sum(row.pool == "daily" for row in desk.library.rows)
        for _ in range(3):
            quiz.undo()
        assert len(journal.touched()) == len(quiz.tallies)


def steps_to_choose(desk: Desk) -> int:
    """Return SQLite's steps, in tens, for one answer and the next ask."""
    quiz = start(desk)
    answer_next(quiz)
    quiz.next()
    steps = [0]

    def one_more() -> int:
        steps[0] += 1
        return 0

    desk.journal._database.connection.set_progress_handler(one_more, 10)
    quiz.answer(RIGHT)
    quiz.next()
    desk.journal._database.connection.set_progress_handler(None, 0)
    return steps[0]


def test_choosing_the_next_item_does_not_grow_with_the_journal(desk: Desk, clock: Any) -> None:
    few = steps_to_choose(desk)
    stamp = desk.stamp()
    body = next(desk.journal.entries(tags=("answered",))).body
    assert isinstance(body, Answered)
    with desk.journal._database.transaction():
        for _ in range(5000):
            desk.journal._insert(stamp, body)
    clock.on(days=1)
    many = steps_to_choose(desk)
    assert many <= few + 5


def test_answers_of_a_cram_do_not_shorten_the_gap(desk: Desk) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    quiz.answer(WRONG)
    play(start(desk, cram=True, limit=6))
    assert play(start(desk)).index(item) == 5


def test_a_suspended_item_of_today_is_not_taken_up(desk: Desk) -> None:
    quiz = start(desk)
    item = asked_item(quiz)
    quiz.answer(WRONG)
    desk.write(Suspended(item))
    assert item not in play(start(desk))


def test_an_item_that_cannot_be_drawn_is_set_aside(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], numeric_yaml: str
) -> None:
    """A fault in one question of an added bank must not end the sitting."""
    hopeless = numeric_yaml.replace("32*8*128*2*tokens", "2*32*8*128*2*tokens")
    desk = open_desk(write_bank("kv-cache", "kv-cache-0", more=hopeless, origin="added"))
    quiz = Quiz(desk, Wishes(), rng=Random(0))
    asked = []
    while (turn := quiz.next()) is not None:
        asked.append(turn.ask.item)
        quiz.skip()
    assert asked == ["kv-cache-0"]
    assert len(quiz.problems) == 1
    assert "`kv-bytes` can't be drawn" in quiz.problems[0]
