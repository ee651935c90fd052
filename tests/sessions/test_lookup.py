"""Looking up: an item's history in words, near ids, questions by words."""

from collections.abc import Callable

import pytest

from drill.content.library import BankFile
from drill.errors import UsageError
from drill.sessions.answering import Given, rerate, take
from drill.sessions.desk import Desk
from drill.sessions.lookup import find, history, known_item
from drill.sessions.undoing import undo_last
from drill.study.ask import Ask
from drill.study.journal import Bookmarked, Noted, Rating, Suspended
from drill.study.question import ItemId

ITEM = ItemId("tokens-0")


def test_a_known_item_or_the_nearest_ids(desk: Desk) -> None:
    assert known_item(desk, "tokens-0").id == ITEM
    with pytest.raises(UsageError, match="no item `token-0`; did you mean tokens-0"):
        known_item(desk, "token-0")
    with pytest.raises(UsageError, match="`drill find WORDS` looks for one"):
        known_item(desk, "zzzzzzzz")


def test_history_says_what_counts_and_what_was_undone(desk: Desk) -> None:
    question = desk.library.compiled(ITEM).question
    ask = Ask(ITEM, 1)
    assert history(desk, ITEM) == []
    outcome = take(desk, question, ask, Given("attention"), longest=365)
    rerate(desk, outcome, Rating.EASY, longest=365)
    take(desk, question, ask, Given("no\x1b[2J " + "x" * 100), longest=365)
    take(desk, question, ask, Given("again"), longest=None)
    undo_last(desk)
    desk.write(Noted(ITEM, "two\nlines"))
    desk.write(Suspended(ITEM))
    past = history(desk, ITEM)
    assert [entry.what for entry in past] == [
        "right",
        "rerated",
        "wrong",
        "wrong",
        "undone",
        "noted",
        "suspended",
    ]
    assert [entry.counts for entry in past] == [True, True, True, False, True, True, True]
    assert past[0].detail == f"good, due {outcome.record and outcome.record.due}: attention"
    assert past[1].detail.startswith("easy, due 2026-")
    assert "\x1b" not in past[2].detail
    assert past[2].detail.endswith("…")
    assert past[3].detail == "again, schedule left alone: again"
    assert past[5].detail == "two lines"


def test_history_tells_a_bookmark_put_on_from_one_taken_off(desk: Desk) -> None:
    desk.write(Bookmarked(ITEM, on=True))
    desk.write(Bookmarked(ITEM, on=False))
    assert [entry.what for entry in history(desk, ITEM)] == ["bookmarked", "bookmark taken off"]


def test_find_needs_every_word_anywhere_in_the_question(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], numeric_yaml: str
) -> None:
    desk = open_desk(write_bank("kv-cache", "kv-one", "kv-two", more=numeric_yaml))

    def found(*words: str) -> list[str]:
        return [question.id for question in find(desk, words)]

    assert found("KV-") == ["kv-one", "kv-two", "kv-bytes"]
    assert found("what", "TWO") == ["kv-two"]
    assert found("ATTENTION") == ["kv-one", "kv-two"]
    assert found("kv-memory") == ["kv-bytes"]
    assert found("nowhere") == []
    # full-width letters are the same letters
    assert found("ｋｖ-two") == ["kv-two"]
