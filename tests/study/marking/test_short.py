"""Typed words and phrases."""

from collections.abc import Callable

import pytest

from drill.study.ask import Ask
from drill.study.marking import mark
from drill.study.question import Short, Slip

Build = Callable[..., Short]
Written = Callable[[Short], Ask]


@pytest.mark.parametrize("text", ["KV cache", "kv-cache", "KVCACHE", "Key value cache."])
def test_any_accepted_form(short: Build, as_written: Written, text: str) -> None:
    found = mark(short(), as_written(short()), text, tries=0)
    assert (found.verdict, found.score, found.answer) == ("right", 1, "KV cache")


def test_both_unicode_forms_of_an_answer(short: Build, as_written: Written) -> None:
    question = short(accepted=("café",), slips=())
    for text in ("café", "cafe\N{COMBINING ACUTE ACCENT}"):
        assert mark(question, as_written(question), text, tries=0).verdict == "right"


def test_a_misspelling_is_asked_once_more(short: Build, as_written: Written) -> None:
    first = mark(short(), as_written(short()), "kv cahce", tries=0)
    assert (first.verdict, first.says, first.answer) == ("retry", "close: check the spelling", "")
    second = mark(short(), as_written(short()), "kv cahce", tries=1)
    assert (second.verdict, second.says, second.answer) == ("wrong", "it is KV cache", "KV cache")


def test_a_slip_gives_its_why_and_is_never_a_misspelling(short: Build, as_written: Written) -> None:
    question = short(accepted=("latency",), slips=(Slip("Latence", "That is the French word."),))
    found = mark(question, as_written(question), "latence", tries=0)
    assert (found.verdict, found.says) == ("wrong", "That is the French word.")


@pytest.mark.parametrize("text", ["prefix cash", "page table", "kv"])
def test_another_word_is_wrong(short: Build, as_written: Written, text: str) -> None:
    found = mark(short(), as_written(short()), text, tries=0)
    assert (found.verdict, found.score, found.says) == ("wrong", 0, "it is KV cache")


@pytest.mark.parametrize("text", ["", "   ", "\t\n"])
def test_nothing_is_asked_again(short: Build, as_written: Written, text: str) -> None:
    assert mark(short(), as_written(short()), text, tries=5).verdict == "retry"
