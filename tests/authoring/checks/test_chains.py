"""A chain's steps: what may follow what."""

import random
from typing import Any

import msgspec

from drill.authoring.checks.chains import check_chain
from drill.study.question import Numeric

PARAMS: dict[str, Any] = {
    "tokens": {"from": 100, "to": 9000, "step": 37},
    "block_size": {"values": [16, 32]},
}
TRAP = {"misconception": "m", "why": "w", "expression": "tokens / 8"}


def numeric(name: str, follows: str = "", **changes: Any) -> Numeric:
    fields = {
        "kind": "numeric", "id": name, "follows": follows, "difficulty": 2, "outline": ["k"],
        "sources": [{"key": "s"}], "prompt": "p", "explanation": "e", "unit": "blocks", "tolerance": "exact",
        "formula": "kv.blocks_needed", "band": [1, 9000], "worked": "{answer}", "traps": [TRAP],
        "params": PARAMS,
    }  # fmt: skip
    return msgspec.convert(fields | changes, Numeric)


def faults(asked: Numeric, *others: Numeric) -> list[str]:
    every = {question.id: question for question in (*others, asked)}
    return [fault.message for fault in check_chain(asked, every, random.Random(1))]


ONE, TWO = numeric("one"), numeric("two", "one")


def test_a_sound_chain() -> None:
    assert faults(ONE, TWO) == []
    assert faults(TWO, ONE) == []
    assert faults(numeric("three", "two"), ONE, TWO) == []


def test_a_step_after_nothing() -> None:
    said = "no numeric question `gone` in this file; name one or delete the line"
    assert faults(numeric("two", "gone"), ONE) == [said]


def test_a_circle() -> None:
    assert faults(numeric("one", "one")) == [
        "the chain has no first step; one of its questions must follow none"
    ]


def test_a_parameter_that_draws_other_values() -> None:
    other = numeric("two", "one", params=PARAMS | {"block_size": {"values": [16, 64]}})
    said = "parameter `block_size` draws other values than in `one`; make them equal"
    assert faults(other, ONE) == [said]


def test_a_step_in_another_pool() -> None:
    """The interview asks the exam pool alone: the chain would end there unseen."""
    said = "`one` is in another pool; all steps of a chain are asked together"
    assert faults(numeric("two", "one", pool="exam"), ONE) == [said]


def test_two_steps_after_one() -> None:
    assert faults(numeric("too", "one"), ONE, TWO) == ["`two` follows it already; a chain has no branches"]


def test_a_chain_that_has_no_fair_numbers() -> None:
    never = numeric("two", "one", traps=[{"misconception": "m", "why": "w", "formula": "kv.blocks_needed"}])
    (fault,) = faults(never, ONE)
    assert fault.startswith("the chain can't be drawn: no fair numbers in 500 draws")
    assert fault.endswith("; mend `params`")
