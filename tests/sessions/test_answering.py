"""One answer: what is judged, what is put on disk, what is guarded at the door."""

import math
from collections.abc import Callable
from datetime import timedelta

import pytest

from drill.content.library import BankFile
from drill.sessions.answering import Given, Outcome, take
from drill.sessions.desk import Desk
from drill.study.ask import Ask
from drill.study.journal import Answered, Rating
from drill.study.question import ItemId
from drill.study.record import Record

OPEN = """
- id: why-batch
  kind: open
  difficulty: 1
  outline: [any]
  sources: [{key: a}]
  prompt: Why batch?
  explanation: Plain.
  points:
    - {text: weights are read once, hints: [weights]}
    - {text: throughput grows, hints: [throughput]}
    - {text: latency grows too, hints: [latency]}
  wrong_claims: [batching needs more GPUs]
"""


def give(desk: Desk, item: str, given: Given, *, longest: int | None = 365) -> Outcome:
    question = desk.library.compiled(item).question
    ask = Ask(question.id, question.rev, {"tokens": 8192} if item == "kv-bytes" else {})
    return take(desk, question, ask, given, longest=longest)


def body(outcome: Outcome) -> Answered:
    assert outcome.entry is not None
    assert isinstance(outcome.entry.body, Answered)
    return outcome.entry.body


def test_a_right_answer_is_on_disk_with_its_due_day(desk: Desk) -> None:
    outcome = give(desk, "tokens-0", Given("Attention", 3.256, confidence=2))
    answered = body(outcome)
    assert (answered.right, answered.score, answered.rating) == (True, 1.0, Rating.GOOD)
    assert (answered.seconds, answered.confidence, answered.expected) == (3.26, 2, None)
    assert answered.due == desk.today + timedelta(days=2)
    assert outcome.entry == next(desk.journal.entries())
    assert (outcome.before, outcome.record) == (Record(), desk.record(ItemId("tokens-0")))


def test_the_recall_predicted_is_kept(desk: Desk) -> None:
    give(desk, "tokens-0", Given("attention"))
    second = give(desk, "tokens-0", Given("no"))
    assert body(second).expected == 1.0
    assert second.before.answers == 1


def test_cram_leaves_the_schedule_alone(desk: Desk) -> None:
    outcome = give(desk, "tokens-0", Given("no"), longest=None)
    assert body(outcome).due is None
    assert outcome.record == Record()


def test_a_retry_puts_nothing_on_disk_and_a_final_answer_gets_none(desk: Desk) -> None:
    for text in ("atention", "", "   "):
        outcome = give(desk, "tokens-0", Given(text))
        assert (outcome.mark.verdict, outcome.entry, outcome.record) == ("retry", None, None)
    assert desk.journal.last_counter() == 0
    for text in ("atention", ""):
        outcome = give(desk, "tokens-0", Given(text, final=True))
        assert (outcome.mark.verdict, outcome.mark.answer) == ("wrong", "attention")
        assert body(outcome).rating == Rating.AGAIN


@pytest.mark.parametrize(
    ("seconds", "kept"), [(math.nan, 0.0), (math.inf, 0.0), (-math.inf, 0.0), (-5.0, 0.0), (1.234, 1.23)]
)
def test_seconds_that_are_no_time_are_none(desk: Desk, seconds: float, kept: float) -> None:
    give(desk, "tokens-0", Given("attention", seconds))
    (entry,) = desk.journal.entries()
    assert isinstance(entry.body, Answered)
    assert entry.body.seconds == kept


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("\udcff\ud800", "??"), ("తె 🔥", "తె 🔥"), ("a\r\nb\x1b[2J\x00", "a\r\nb\x1b[2J\x00")],
)
def test_any_text_can_be_kept_and_read_back(desk: Desk, typed: str, kept: str) -> None:
    give(desk, "tokens-0", Given(typed))
    (entry,) = desk.journal.entries()
    assert isinstance(entry.body, Answered)
    assert entry.body.text == kept


def test_a_hint_that_helped_costs_easy_and_good(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], numeric_yaml: str
) -> None:
    desk = open_desk(write_bank("kv-cache", more=numeric_yaml))
    assert give(desk, "kv-bytes", Given("1 s")).mark.helped
    assert not give(desk, "kv-bytes", Given("what?")).mark.helped
    outcome = give(desk, "kv-bytes", Given("1 GiB", tries=1))
    assert (body(outcome).rating, body(outcome).hints) == (Rating.HARD, 1)


def test_an_open_answer_is_scored_by_its_ticks(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    desk = open_desk(write_bank("serving", more=OPEN))
    suggested = body(give(desk, "why-batch", Given("Weights are read once.")))
    assert (suggested.ticks, suggested.right, suggested.rating) == ((0,), False, Rating.AGAIN)
    ticked = body(give(desk, "why-batch", Given("mumble", ticks=(2, 0, 1, 9))))
    assert (ticked.ticks, ticked.score, ticked.rating) == ((0, 1, 2), 1.0, Rating.EASY)
    claimed = body(give(desk, "why-batch", Given("mumble", ticks=(0, 1), claims=(0,))))
    assert claimed.claims == (0,)
    assert claimed.score == pytest.approx(1 / 3)


def test_an_open_answer_without_a_word_is_asked_again_unless_it_is_final_or_ticked(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    desk = open_desk(write_bank("serving", more=OPEN))
    assert give(desk, "why-batch", Given(" \n")).mark.verdict == "retry"
    assert desk.journal.last_counter() == 0
    final = give(desk, "why-batch", Given("", final=True))
    assert (final.mark.verdict, body(final).ticks) == ("wrong", ())
    assert final.mark.says.startswith("type your answer")
    assert final.mark.answer.startswith("weights are read once")
    # said aloud
    assert body(give(desk, "why-batch", Given("", ticks=(0, 1)))).right
