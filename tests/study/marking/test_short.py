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


@pytest.mark.parametrize(
    "text",
    [
        "KV cache (key-value cache)",
        "kv cache(keys and values of earlier tokens).",
        "the usual one (KV cache)",
        "KV cache ()",
    ],
)
def test_a_name_with_another_behind_it_in_parentheses(short: Build, as_written: Written, text: str) -> None:
    found = mark(short(), as_written(short()), text, tries=1)
    assert (found.verdict, found.answer) == ("right", "KV cache")


def test_an_accepted_form_with_parentheses_is_read_as_it_stands(short: Build, as_written: Written) -> None:
    question = short(accepted=("f(prefix cache)",))
    assert mark(question, as_written(question), "F(prefix cache)", tries=0).verdict == "right"


@pytest.mark.parametrize("text", ["KV cache (prefix cache)", "prefix cache (KV cache)"])
def test_a_slip_on_either_side_of_a_parenthesis_counts(short: Build, as_written: Written, text: str) -> None:
    found = mark(short(), as_written(short()), text, tries=0)
    assert (found.verdict, found.says) == ("wrong", "It holds no prefix.")


@pytest.mark.parametrize("text", ["kv cahce (of a request)", "of a request (kv cahce)"])
def test_a_misspelling_beside_a_parenthesis_is_asked_once_more(
    short: Build, as_written: Written, text: str
) -> None:
    assert mark(short(), as_written(short()), text, tries=0).verdict == "retry"
    assert mark(short(), as_written(short()), text, tries=1).verdict == "wrong"


@pytest.mark.parametrize(
    "text", ["page table (of blocks)", "KV cache (of one) request", "(KV) cache (x (y))"]
)
def test_parentheses_alone_make_nothing_right(short: Build, as_written: Written, text: str) -> None:
    assert mark(short(), as_written(short()), text, tries=1).verdict == "wrong"


@pytest.mark.parametrize("text", ["( )", "()", " (  ). "])
def test_empty_parentheses(short: Build, as_written: Written, text: str) -> None:
    assert mark(short(), as_written(short()), text, tries=1).verdict == "wrong"


def test_a_near_miss_is_a_hint_that_helped_and_an_empty_answer_none(
    short: Build, as_written: Written
) -> None:
    near, empty = (mark(short(), as_written(short()), text, tries=0) for text in ("key-value cahce", " "))
    assert (near.verdict, empty.verdict) == ("retry", "retry")
    assert near.helped
    assert not empty.helped
