"""What shows only over many draws."""

import random
from typing import Any

import msgspec

from drill.authoring.checks.draws import check_draws
from drill.authoring.checks.numbers import check_numbers
from drill.study.question import Numeric

FIELDS: dict[str, Any] = {
    "kind": "numeric",
    "id": "toy",
    "difficulty": 2,
    "outline": ["k"],
    "sources": [{"key": "s"}],
    "prompt": "p",
    "explanation": "e",
    "params": {"tokens": {"from": 100, "to": 9000, "step": 37}, "block_size": {"values": [16, 32]}},
    "formula": "kv.blocks_needed",
    "unit": "blocks",
    "tolerance": "exact",
    "band": [3, 600],
    "worked": "{answer}",
    "traps": [{"misconception": "m", "why": "w", "expression": "tokens / 8"}],
}


def messages(draws: int = 1000, **changes: Any) -> list[str]:
    question = msgspec.convert(FIELDS | changes, Numeric)
    assert list(check_numbers(question, random.Random(1))) == []
    return [fault.message for fault in check_draws(question, random.Random(1), draws=draws)]


def traps(*expressions: str) -> list[dict[str, str]]:
    return [{"misconception": text, "why": text, "expression": text} for text in expressions]


def test_a_right_question() -> None:
    assert messages() == []


def test_a_trap_near_in_few_draws_is_fine() -> None:
    assert messages(traps=traps("tokens / 16 * 1.5")) == []


def test_a_trap_near_in_most_draws() -> None:
    [message] = messages(traps=traps("tokens / 8", "tokens / block_size + 1"))
    assert message.startswith("can't tell this trap apart: its answer is within 5% of the right one in ")


def test_traps_that_leave_no_fair_draw() -> None:
    # each is near in a quarter of the draws, so neither alone is a fault
    near = ("tokens / 16 + 1", "tokens / 32 + 1", "tokens / 64 + 1", "tokens / 128 + 1")
    params = {"tokens": {"from": 4000, "to": 9000, "step": 37}, "block_size": {"values": [16, 32, 64, 128]}}
    assert messages(traps=traps(*near), params=params) == [
        "in each draw some trap can't be told from the right answer; mend `params`"
    ]


def test_a_wide_tolerance_widens_the_gap() -> None:
    wide: dict[str, Any] = {"formula": "tokens.from_words", "unit": "tokens", "band": [1, 10**6]}
    wide |= {"params": {"words": {"from": 100, "to": 9000, "step": 37}}, "traps": traps("words * 1.5")}
    assert messages(**wide, tolerance="2%") == []
    assert len(messages(**wide, tolerance="15%")) == 1


def test_the_same_seed_says_the_same() -> None:
    assert messages(band=[3, 100]) == messages(band=[3, 100])
