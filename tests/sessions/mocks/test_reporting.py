"""Reports of interviews over small banks: what was asked, readiness at the end, which interview is meant."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from drill.content.library import BankFile
from drill.errors import UsageError
from drill.sessions.desk import Desk
from drill.sessions.mocks.reporting import Reporter
from drill.sessions.readiness import readiness_of
from drill.sessions.undoing import undo_last
from drill.study.ask import Ask
from drill.study.journal import (
    Answered,
    FollowedUp,
    KataStarted,
    MockEnded,
    MockPart,
    MockStarted,
    Rating,
    Submitted,
)
from drill.study.kata import Exercise, kata_item
from drill.study.mock_report import Shown
from drill.study.question import ItemId, Topic

OPEN = """
- id: kv-open
  kind: open
  difficulty: 4
  outline: [kv-memory]
  sources: [{key: a}]
  pool: exam
  rev: 2
  prompt: You plan a server. What comes first?
  explanation: Plain.
  points:
  - {text: "Memory comes\\nfirst.", hints: [memory]}
  - {text: Then rates., hints: [rates]}
  - {text: Then tests., hints: [tests]}
  follow_ups: [And with one GPU?]
"""
HINTS = ("one", "two", "three")
EXERCISES = {"twice": Exercise("Twice", Topic("tokens"), ("about-tokens-0",), 1, 10.0, ("twice",), HINTS)}
TWICE = kata_item("twice")


@pytest.fixture
def desk(open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], numeric_yaml: str) -> Desk:
    """A desk with an exam question of each kind that a report treats in its own way."""
    sizing = numeric_yaml + "  pool: exam\n"
    return open_desk(
        write_bank("kv-cache", "kv-short", pool="exam", more=sizing + OPEN),
        write_bank("tokens", *(f"tokens-{n}" for n in range(6))),
    )


def begin(desk: Desk, *items: str, mock: str = "one") -> None:
    parts = (MockPart("warm-up", tuple(map(ItemId, items)), 5.0), MockPart("kata", (TWICE,), 16.0))
    desk.write(MockStarted(mock, "ml-infra", 45.0, parts))


def answer(
    desk: Desk, item: str, score: float = 1.0, *, mock: str | None = "one", rev: int = 1, **more: Any
) -> None:
    numbers, seconds = more.pop("numbers", {}), more.pop("seconds", 30.0)
    ask = Ask(ItemId(item), rev, numbers)
    desk.write(Answered(ask, "", score >= 1, score, Rating.GOOD, seconds, None, test=mock, **more))


def end(desk: Desk, mock: str = "one", *, early: bool = False) -> None:
    desk.write(MockEnded(mock, early=early))


def shown(desk: Desk, item: str, mock: str | None = None) -> Shown:
    report = Reporter(desk, EXERCISES).report(mock)
    return next(one for part in report.parts for one in part.shown if one.item == item)


def test_a_report_from_begin_to_end(desk: Desk, clock: Any) -> None:
    begin(desk, "kv-short", "kv-open")
    answer(desk, "kv-short", 0.0)
    answer(desk, "kv-open", 0.5, rev=2, ticks=(1,))
    desk.write(FollowedUp("one", ItemId("kv-open"), 0, met=True, seconds=15.0))
    open_report = Reporter(desk, EXERCISES).report(None)
    assert (open_report.ended, open_report.score) == (None, 0.25)
    end(desk)
    report = Reporter(desk, EXERCISES).report("one")
    assert (report.mock, report.role, report.day) == ("one", "ml-infra", date(2026, 5, 4))
    assert [(part.score, part.seconds) for part in report.parts] == [(0.25, 75.0), (None, 0.0)]
    assert (report.ended, report.score, report.seconds) == (True, 0.25, 75.0)
    assert Reporter(desk, EXERCISES).lines()[0][1:] == (date(2026, 5, 4), "ml-infra", 45.0, 0.25, True)


def test_an_open_answer_shows_what_was_left_unsaid(desk: Desk) -> None:
    begin(desk, "kv-open")
    answer(desk, "kv-open", 0.3, rev=2, ticks=(1,))
    desk.write(FollowedUp("one", ItemId("kv-open"), 0, met=False))
    desk.write(FollowedUp("one", ItemId("kv-open"), 7, met=False))
    one = shown(desk, "kv-open")
    assert one.missed == ["Memory comes first.", "Then tests."]
    assert one.follow_ups == [("And with one GPU?", False)]


def test_of_a_question_edited_since_no_points_are_told(desk: Desk) -> None:
    begin(desk, "kv-open")
    answer(desk, "kv-open", 0.3, rev=1)
    desk.write(FollowedUp("one", ItemId("kv-open"), 0, met=False))
    one = shown(desk, "kv-open")
    assert (one.asks, one.score) == ("edited since: You plan a server. What comes first?", 0.3)
    assert (one.missed, one.follow_ups) == ((), ())


def test_the_numbers_that_were_asked_are_shown(desk: Desk) -> None:
    begin(desk, "kv-bytes")
    example = shown(desk, "kv-bytes").asks
    assert example in {f"How much do {tokens} tokens take?" for tokens in ("8,192", "16,384")}
    for tokens, words in ((16384, "16,384"), (8192, "8,192")):
        answer(desk, "kv-bytes", numbers={"tokens": tokens})
        assert shown(desk, "kv-bytes").asks == f"How much do {words} tokens take?"
    answer(desk, "kv-bytes", numbers={"heads": 8})
    assert shown(desk, "kv-bytes").asks == example


def test_items_that_are_gone_keep_their_score(desk: Desk) -> None:
    begin(desk, "gone")
    answer(desk, "gone", 0.0)
    desk.write(KataStarted(TWICE, 10.0))
    one = shown(desk, "gone")
    assert (one.asks, one.level, one.score) == ("gone: in no bank any more", 0, 0.0)
    lost = Reporter(desk, {}).report(None).parts[1].shown[0]
    assert (lost.asks, lost.level, lost.score) == ("twice", 0, 0.0)


def test_an_answer_that_was_undone_was_not_given(desk: Desk) -> None:
    begin(desk, "kv-short")
    answer(desk, "kv-short", 1.0)
    undo_last(desk)
    assert shown(desk, "kv-short").score is None


def test_a_kata_begun_and_left_is_scored(desk: Desk, clock: Any) -> None:
    begin(desk, "kv-short")
    assert shown(desk, TWICE).score is None
    desk.write(KataStarted(TWICE, 10.0))
    clock.on(minutes=6)
    desk.write(Submitted(TWICE, "failed", 4, 5, 300.0, False, "f", "hash"))
    clock.on(minutes=3)
    end(desk)
    one = shown(desk, TWICE)
    assert (one.asks, one.seconds) == ("Twice", 540.0)
    assert one.score == pytest.approx(0.4)
    assert [study.topic for study in Reporter(desk, EXERCISES).report(None).study] == ["tokens"]


def test_readiness_stays_as_it_was_at_the_end(desk: Desk, clock: Any) -> None:
    items = ["tokens-0", "tokens-1", "tokens-2", "tokens-3", "tokens-4"]
    for item in [*items, "kv-short"]:
        answer(desk, item, mock=None)
    begin(desk, "kv-short")
    end(desk)
    before = Reporter(desk, EXERCISES).report("one").ready
    assert before == readiness_of(desk, EXERCISES)
    assert next(one for one in before if one.topic == "tokens").estimate is not None
    clock.on(days=60)
    assert readiness_of(desk, EXERCISES) != before
    answer(desk, "tokens-5", 0.0, mock=None)
    assert Reporter(desk, EXERCISES).report("one").ready == before


def test_readiness_hears_of_an_undo_after_the_end(desk: Desk) -> None:
    begin(desk, "kv-short")
    answer(desk, "kv-short", 1.0)
    end(desk)
    undo_last(desk)
    assert {one.questions for one in Reporter(desk, EXERCISES).report("one").ready} == {0.0}


def test_the_first_of_two_ends_counts(desk: Desk) -> None:
    begin(desk, "kv-short")
    end(desk, early=True)
    end(desk)
    reporter = Reporter(desk, EXERCISES)
    assert (reporter.report(None).ended, reporter.lines()[0].ended) == (False, False)


@pytest.fixture
def three(desk: Desk, clock: Any) -> Reporter:
    """Three interviews, a day between them."""
    for mock in ("one", "two", "three"):
        begin(desk, "kv-short", mock=mock)
        answer(desk, "kv-short", mock=mock)
        end(desk, mock)
        clock.on(days=1)
    return Reporter(desk, EXERCISES)


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        ((), ("two", "three")),
        (("one",), ("one", "three")),
        (("three",), ("two", "three")),
        (("one", "two"), ("one", "two")),
        (("two", "one"), ("one", "two")),
    ],
    ids=str,
)
def test_two_are_compared_the_earlier_one_first(
    three: Reporter, names: tuple[str, ...], chosen: tuple[str, str]
) -> None:
    before, after = three.compared(*names)
    assert (before.mock, after.mock) == chosen
    assert before == three.report(chosen[0])


def test_the_list_has_the_newest_first(three: Reporter) -> None:
    assert [line.mock for line in three.lines()] == ["three", "two", "one"]
    assert three.report(None).mock == "three"


@pytest.mark.parametrize("names", [("none",), ("one", "none"), ("one", "one")], ids=str)
def test_names_that_mean_no_two_interviews(three: Reporter, names: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match=r"no interview `none`|are one mock interview"):
        three.compared(*names)


def test_none_or_one_is_too_few(desk: Desk) -> None:
    with pytest.raises(UsageError, match="no mock interview yet"):
        Reporter(desk, EXERCISES).report(None)
    begin(desk, "kv-short")
    with pytest.raises(UsageError, match="two mock interviews are needed"):
        Reporter(desk, EXERCISES).compared("one")


def test_no_bank_of_interviews_gives_no_readiness(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    desk = open_desk(write_bank("cooking", "cook-0", pool="exam"))
    begin(desk, "cook-0")
    assert Reporter(desk, EXERCISES).report(None).ready == []


def test_the_list_reads_no_more_than_the_items_of_interviews(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(desk, "kv-short")
    answer(desk, "kv-short")
    read: list[dict[str, Any]] = []
    entries = desk.journal.entries

    def told(**wanted: Any) -> Any:
        read.append(wanted)
        return entries(**wanted)

    monkeypatch.setattr(desk.journal, "entries", told)
    Reporter(desk, EXERCISES).lines()
    assert read == [
        {"tags": ("mock-started", "mock-ended")},
        {"item": ItemId("kv-short")},
        {"item": TWICE},
    ]
