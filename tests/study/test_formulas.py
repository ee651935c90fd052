"""The formulas of the sheet: reckoned by drill.facts, on every topic, all quantities said."""

import re

import pytest

from drill.facts.registry import formula, names
from drill.study.formulas import WORKED, Worked, given_of, result_of
from drill.study.question import Topic
from drill.study.roles import TOPICS

# reckoned by hand
BY_HAND = {
    "tokens.from_words": "2,000 tokens",
    "price.request_dollars": "$0.0165",
    "latency.total_seconds": "10.4 s",
    "kv.bytes_per_token": "128 KiB",
    "kv.cache_bytes": "16.0 GiB",
    "price.cached_prefix_ratio": "15.8%",
    "hardware.ridge": "295 FLOP/B",
    "sampling.two_logit_probability": "88.1%",
    "vectors.hnsw_bytes_per_vector": "3,200 B",
    "context.chat_input_tokens": "115,000 tokens",
}


@pytest.mark.parametrize("worked", WORKED, ids=lambda worked: str(worked.name))
def test_each_is_worked_out(worked: Worked) -> None:
    assert worked.name in names()
    assert re.search(r"\d", result_of(worked))
    assert result_of(worked) == BY_HAND.get(worked.name, result_of(worked))
    assert "{" not in given_of(worked)


def test_the_hand_reckoned_ones_are_there_and_no_formula_stands_twice() -> None:
    shown = [worked.name for worked in WORKED]
    assert set(BY_HAND) <= set(shown)
    assert len(set(shown)) == len(shown)


def test_every_topic_has_one() -> None:
    assert {str(worked.topic) for worked in WORKED} == set(TOPICS)


def test_a_worked_number_follows_its_quantities() -> None:
    made_up = Worked(
        Topic("tokens"), "tokens.from_words", "", "{words:words}, {share:}", {"words": 3000}, "tokens"
    )
    assert result_of(made_up) == f"{formula('tokens.from_words')(words=3000):,.0f} tokens"


def test_quantities_are_round_as_they_are_put_in() -> None:
    made_up = Worked(
        Topic("tokens"),
        "tokens.from_words",
        "",
        "{a:ms}, {b:s}, {c:}, {d:tokens}, {e:}",
        {"a": 0.02, "b": 6.0, "c": 0.8, "d": 8192, "e": 1_000_000},
        "tokens",
    )
    assert given_of(made_up) == "20 ms, 6 s, 0.8, 8,192 tokens, 1,000,000"
