"""A debrief: each question is kept at once and only once, the rest in the journal; the offer ends."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from drill.content.library import BankFile
from drill.sessions.agenda import build_agenda
from drill.sessions.debrief import Debrief
from drill.sessions.desk import Desk
from drill.sessions.overview import interview_to_debrief, today_of
from drill.study.journal import Debriefed
from drill.study.plan import NEW_A_DAY, plan_for


def test_questions_come_first_the_next_day(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], tmp_path: Path, clock: Any
) -> None:
    bank = tmp_path / "own.yaml"
    shipped = write_bank("tokens", *(f"tokens-{n}" for n in range(20)), origin="added")
    debrief = Debrief(open_desk(shipped), bank)
    first, is_new = debrief.keep(" Why GQA? ")
    assert is_new
    second, _ = debrief.keep("Why\nHBM?")
    assert debrief.keep("why  gqa?") == (first, False)
    debrief.close(4, " hard ")
    clock.on(days=1)
    desk = open_desk(shipped, BankFile(bank, "own"))
    entries = [entry.body for entry in desk.journal.entries(tags=("debriefed",))]
    assert entries == [Debriefed(4, "hard", (first, second))]
    items = [candidate.item for candidate in build_agenda(desk).items]
    # ten of twenty-two are new today
    assert {first, second} <= set(items)
    assert len(items) == 10
    # another day the same question is known already
    again = Debrief(desk, bank)
    assert again.keep("WHY GQA?") == (first, False)
    assert again.items == [first]


def test_what_was_typed_is_there_without_an_end(desk: Desk, tmp_path: Path) -> None:
    bank = tmp_path / "own.yaml"
    Debrief(desk, bank).keep("Why GQA?")
    assert "Why GQA?" in bank.read_text(encoding="utf-8")
    assert desk.journal.count("debriefed") == 0


def test_offered_after_the_day_until_it_is_given(desk: Desk, tmp_path: Path, clock: Any) -> None:
    desk.change("interview", "2026-05-05")
    assert today_of(desk, build_agenda(desk)).debrief is None
    clock.set("2026-05-06T09:00+02:00")
    assert today_of(desk, build_agenda(desk)).debrief == desk.settings.interview
    Debrief(desk, tmp_path / "own.yaml").close(None, "")
    assert interview_to_debrief(desk) is None


def test_after_the_day_the_pace_is_the_usual_one(desk: Desk, clock: Any) -> None:
    desk.change("interview", "2026-05-05")
    clock.set("2026-05-06T09:00+02:00")
    plan = plan_for(desk.settings, today=desk.today, unseen=500, seconds_per_answer=45)
    assert (plan.new_a_day, plan.days_left) == (NEW_A_DAY, None)
    assert build_agenda(desk).days_left is None
