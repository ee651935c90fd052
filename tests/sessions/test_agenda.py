"""What a sitting will ask: caps, quotas, filters, order, cram, the interview's date."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from drill.content.library import BankFile
from drill.sessions.agenda import Agenda, Wishes, build_agenda
from drill.sessions.answering import Given, take
from drill.sessions.desk import Desk
from drill.study.ask import Ask
from drill.study.journal import Suspended
from drill.study.plan import NEW_A_DAY
from drill.study.question import ItemId

ALL = [f"{topic}-{n}" for topic in ("tokens", "serving", "kv-cache") for n in range(8)]


def answer(
    desk: Desk, item: str, *, right: bool = True, seconds: float = 0.0, sure: int | None = None
) -> None:
    question = desk.library.compiled(item).question
    given = Given("attention" if right else "no", seconds, confidence=sure)
    take(desk, question, Ask(question.id, question.rev), given, longest=365)


def items(agenda: Agenda) -> list[str]:
    return [candidate.item for candidate in agenda.items]


def test_a_first_day_has_new_items_only_easy_topics_of_the_role_first(desk: Desk) -> None:
    agenda = build_agenda(desk)
    assert (agenda.reviews, agenda.new, agenda.left_over, agenda.gone) == (0, NEW_A_DAY, 0, None)
    assert items(agenda)[:3] == ["tokens-0", "kv-cache-0", "serving-0"]
    assert agenda.seconds == 10 * 45
    assert agenda.by_topic() == {"tokens": 4, "kv-cache": 3, "serving": 3}
    desk.change("role", "ml-infra")
    assert items(build_agenda(desk))[:3] == ["serving-0", "kv-cache-0", "tokens-0"]


def test_the_new_quota_is_a_days_and_not_a_sittings(desk: Desk, clock: Any) -> None:
    for item in ALL[:4]:
        answer(desk, item)
    assert build_agenda(desk).new == NEW_A_DAY - 4
    for item in ALL[4:12]:
        answer(desk, item)
    assert build_agenda(desk).new == 0
    clock.on(days=1)
    assert build_agenda(desk).new == NEW_A_DAY


def test_new_by_setting_by_wish_and_none(desk: Desk) -> None:
    desk.change("new", "3")
    assert build_agenda(desk).new == 3
    assert build_agenda(desk, Wishes(new=0)).items == ()
    assert build_agenda(desk, Wishes(new=5)).new == 5
    assert build_agenda(desk, Wishes(new=99)).new == len(ALL)


def test_new_items_wished_for_come_though_the_minutes_are_spent(desk: Desk) -> None:
    for item in ALL[:4]:
        answer(desk, item, seconds=300.0)
    assert build_agenda(desk).items == ()
    assert build_agenda(desk, Wishes(new=2)).new == 2


def test_easy_questions_come_before_hard_ones(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    hard = write_bank("kv-cache", "hard", difficulty=5, origin="added")
    easy = write_bank("kv-cache", "easy", difficulty=1, origin="shipped")
    assert items(build_agenda(open_desk(easy, hard))) == ["easy", "hard"]
    assert items(build_agenda(open_desk(hard, easy))) == ["easy", "hard"]


def test_ones_own_questions_are_the_first_new_ones(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    shipped = [
        write_bank(topic, *(f"{topic}-{n}" for n in range(9)), origin="shipped")
        for topic in ("tokens", "kv-cache")
    ]
    own = write_bank("own", "mine", "mine-too", difficulty=5)
    desk = open_desk(*shipped, own)
    desk.change("new", "2")
    assert set(items(build_agenda(desk))) == {"mine", "mine-too"}


def test_filters_by_topic_and_kind(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], numeric_yaml: str
) -> None:
    desk = open_desk(write_bank("kv-cache", "a", "b", more=numeric_yaml), write_bank("tokens", "c"))
    assert set(items(build_agenda(desk))) == {"a", "b", "c", "kv-bytes"}
    assert set(items(build_agenda(desk, Wishes(topics=("kv-cache",))))) == {"a", "b", "kv-bytes"}
    assert items(build_agenda(desk, Wishes(kinds=("numeric",)))) == ["kv-bytes"]
    assert items(build_agenda(desk, Wishes(topics=("tokens",), kinds=("numeric",)))) == []
    assert len(items(build_agenda(desk, Wishes(limit=2)))) == 2
    for item in ("a", "c"):
        answer(desk, item, right=False)
    assert set(items(build_agenda(desk, Wishes(("tokens",), cram=True)))) == {"c"}


def test_exam_and_suspended_items_and_leeches_are_never_asked(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], clock: Any
) -> None:
    desk = open_desk(
        write_bank("kv-cache", "a", "suspended", "leech"), write_bank("tokens", "x", pool="exam")
    )
    desk.write(Suspended(ItemId("suspended")))
    answer(desk, "leech")
    for _ in range(8):
        clock.on(days=3)
        answer(desk, "leech", right=False)
    clock.on(days=30)
    assert desk.record(ItemId("leech")).is_leech
    for wishes in (Wishes(), Wishes(new=9), Wishes(cram=True), Wishes(minutes=400)):
        assert items(build_agenda(desk, wishes)) == ["a"]


def backlog(desk: Desk, clock: Any) -> None:
    """Answer everything once, and come back after a month."""
    for n, item in enumerate(ALL):
        answer(desk, item, right=n % 4 > 0)
        if n % 8 == 7:
            clock.on(days=1)
    clock.on(days=30)


def test_a_backlog_is_capped_at_todays_minutes_lowest_loss_first(desk: Desk, clock: Any) -> None:
    backlog(desk, clock)
    desk.change("minutes", "6")
    agenda = build_agenda(desk)
    # 6 minutes at 45 s
    assert (len(agenda.items), agenda.reviews, agenda.new, agenda.left_over) == (8, 8, 0, 16)
    # those missed last come first: 6 of 24; then what is known best
    assert agenda.missed == 6
    rest = [candidate for candidate in agenda.items if not candidate.missed_last]
    others = build_agenda(desk, Wishes(minutes=400)).items
    best = sorted((c.recall or 0.0 for c in others if not c.missed_last), reverse=True)
    assert sorted((c.recall or 0.0 for c in rest), reverse=True) == best[:2]
    assert agenda.gone == desk.today + timedelta(days=2)


def test_the_cap_holds_over_all_sittings_of_a_day(desk: Desk, clock: Any) -> None:
    backlog(desk, clock)
    desk.change("minutes", "6")
    for item in items(build_agenda(desk))[:4]:
        answer(desk, item, seconds=45.0)
    agenda = build_agenda(desk)
    assert (len(agenda.items), agenda.left_over) == (4, 16)
    for item in items(agenda):
        answer(desk, item, seconds=45.0)
    agenda = build_agenda(desk)
    assert (agenda.items, agenda.left_over) == ((), 16)
    assert agenda.gone == desk.today + timedelta(days=2)
    # who wants more gets it
    assert len(build_agenda(desk, Wishes(minutes=3)).items) == 4
    assert len(build_agenda(desk, Wishes(cram=True)).items) == 8


def test_what_no_bank_holds_any_more_puts_off_no_backlog(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], clock: Any
) -> None:
    kept, removed = write_bank("tokens", *"abcdefgh"), write_bank("serving", *"stuvwxyz")
    desk = open_desk(kept, removed)
    desk.change("minutes", "3")
    for item in "abcdefgh":
        answer(desk, item)
    clock.on(days=30)
    for item in "stuvwxyz":
        answer(desk, item, right=False)
    agenda = build_agenda(open_desk(kept))
    assert (agenda.left_over, agenda.gone) == (4, desk.today + timedelta(days=1))


def test_new_items_get_the_time_that_reviews_leave(desk: Desk, clock: Any) -> None:
    for item in ALL[:6]:
        answer(desk, item)
    clock.on(days=9)
    desk.change("minutes", "6")
    agenda = build_agenda(desk)
    assert (agenda.reviews, agenda.new) == (6, 2)


def test_the_first_due_are_those_missed_yesterday(desk: Desk, clock: Any) -> None:
    answer(desk, "tokens-0")
    answer(desk, "kv-cache-5", right=False)
    clock.on(days=3)
    assert items(build_agenda(desk, Wishes(new=0))) == ["kv-cache-5", "tokens-0"]


def test_what_is_sure_and_wrong_comes_before_all_else_until_it_is_right_on_a_later_day(
    desk: Desk, clock: Any
) -> None:
    for item in ("tokens-0", "tokens-1"):
        answer(desk, item)
    answer(desk, "serving-5", right=False)
    answer(desk, "kv-cache-5", right=False, sure=3)
    # the same day it was just read
    answer(desk, "kv-cache-5", sure=3)
    clock.on(days=9)
    agenda = build_agenda(desk, Wishes(new=3))
    assert items(agenda)[0] == "kv-cache-5"
    assert (agenda.sure_misses, agenda.missed, agenda.reviews) == (1, 1, 4)
    assert items(build_agenda(desk, Wishes(cram=True)))[0] == "kv-cache-5"
    desk.change("interview", (desk.today + timedelta(days=2)).isoformat())
    assert items(build_agenda(desk))[0] == "kv-cache-5"
    answer(desk, "kv-cache-5")
    clock.on(days=30)
    assert build_agenda(desk).sure_misses == 0


def test_an_interview_sets_the_pace_and_the_longest_interval(desk: Desk, clock: Any) -> None:
    desk.change("interview", (desk.today + timedelta(days=15)).isoformat())
    agenda = build_agenda(desk)
    # 24 items over 12 of the 15 days
    assert (agenda.new, agenda.longest_interval, agenda.days_left) == (2, 7, 15)
    answer(desk, items(agenda)[0])
    assert build_agenda(desk).new == 1
    # 24 over 11 of 14 days are 3; what was begun today does not lower the day's number
    desk.change("interview", (desk.today + timedelta(days=14)).isoformat())
    answer(desk, items(build_agenda(desk))[0])
    assert build_agenda(desk).new == 1
    clock.on(days=16)
    assert build_agenda(desk).days_left is None


def test_in_the_last_days_the_least_known_on_the_day_comes_first_and_nothing_new(
    desk: Desk, clock: Any
) -> None:
    for n, item in enumerate(ALL[:12]):
        answer(desk, item, right=n % 3 > 0)
        clock.on(days=n % 2)
    interview = desk.today + timedelta(days=3)
    desk.change("interview", interview.isoformat())
    agenda = build_agenda(desk)
    weak = {item for item in ALL[:12] if (desk.record(ItemId(item)).recall_on(interview) or 0) < 0.9}
    assert (set(items(agenda)), agenda.new) == (weak, 0)
    # with little time those are asked that would be known least
    desk.change("minutes", "3")
    few = build_agenda(desk)
    least = sorted((desk.record(ItemId(item)).recall_on(interview) or 0) for item in weak)[:4]
    assert sorted(candidate.recall or 0 for candidate in few.items) == least
    assert few.left_over == len(weak) - 4
    # what is weak is no backlog: it ends with the interview
    assert few.gone is None
    # what was answered today is not asked once more
    answer(desk, items(few)[0])
    assert items(few)[0] not in items(build_agenda(desk))
    # new ones come when they are asked for
    assert build_agenda(desk, Wishes(new=2)).new == 2


def test_cram_takes_the_least_known_and_nothing_twice(desk: Desk, clock: Any) -> None:
    answer(desk, "tokens-0")
    answer(desk, "tokens-1", right=False)
    clock.on(days=2)
    order = items(build_agenda(desk, Wishes(cram=True, minutes=60)))
    assert sorted(order) == sorted(ALL)
    assert order[-2:] == ["tokens-1", "tokens-0"]


def test_an_edited_text_keeps_its_history_and_a_removed_question_is_left_out(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], clock: Any
) -> None:
    bank = write_bank("kv-cache", "kv-01", "kv-02")
    desk = open_desk(bank)
    answer(desk, "kv-01")
    answer(desk, "kv-02")
    bank.path.write_text(
        bank.path.read_text("utf-8").replace("What is kv-01?", "What is the kv-01?"), "utf-8"
    )
    clock.on(days=5)
    desk = open_desk(bank)
    assert desk.library.compiled("kv-01").question.prompt == "What is the kv-01?"
    assert (desk.record(ItemId("kv-01")).answers, build_agenda(desk).reviews) == (1, 2)
    write_bank("kv-cache", "kv-02")
    assert items(build_agenda(open_desk(bank))) == ["kv-02"]


def test_an_empty_library_has_nothing_to_ask(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    desk = open_desk(write_bank("kv-cache", "x", pool="exam"))
    assert build_agenda(desk).items == ()
    assert build_agenda(desk).by_topic() == {}


@pytest.mark.parametrize("zone", ["+02:00", "-09:00"])
def test_reviews_come_with_the_study_day_and_not_after_24_hours(desk: Desk, clock: Any, zone: str) -> None:
    clock.set(f"2026-05-04T21:00{zone}")
    answer(desk, "tokens-0", right=False)
    assert desk.record(ItemId("tokens-0")).due == date(2026, 5, 5)
    clock.set(f"2026-05-05T03:59{zone}")
    assert build_agenda(desk).reviews == 0
    clock.set(f"2026-05-05T04:00{zone}")
    assert build_agenda(desk).reviews == 1
