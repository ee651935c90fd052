"""Chains: found among questions, and drawn so that what steps share is equal."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.chain import chains, draw_chain
from drill.study.instance import APART, DrawProblem, right_value, trap_values
from drill.study.question import Numeric

FIELDS: dict[str, Any] = {
    "kind": "numeric",
    "difficulty": 2,
    "outline": ["k"],
    "sources": [{"key": "s"}],
    "prompt": "p",
    "explanation": "e",
    "unit": "blocks",
    "formula": "kv.blocks_needed",
    "tolerance": "exact",
    "band": [1, 9000],
    "worked": "{answer}",
    "traps": [{"misconception": "m", "why": "w", "expression": "tokens / 8"}],
    "params": {"tokens": {"from": 100, "to": 9000, "step": 37}, "block_size": {"values": [16, 32]}},
}


def numeric(name: str, follows: str = "", **changes: Any) -> Numeric:
    return msgspec.convert({**FIELDS, "id": name, "follows": follows, **changes}, Numeric)


ONE, TWO, THREE, ALONE = numeric("one"), numeric("two", "one"), numeric("three", "two"), numeric("alone")


def test_chains_are_found_in_any_order() -> None:
    found = chains([THREE, ALONE, ONE, TWO])
    assert [[step.id for step in chain] for chain in found] == [["one", "two", "three"]]


def test_what_leads_nowhere_is_no_chain() -> None:
    circle = [numeric("a", "b"), numeric("b", "a")]
    assert chains([ALONE, numeric("lost", "gone"), *circle]) == []


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_steps_share_their_numbers_and_stay_apart_from_traps(seed: int) -> None:
    steps = [ONE, numeric("two", "one", params=FIELDS["params"] | {"more": {"values": [1, 2, 3]}})]
    asks = draw_chain(steps, random.Random(seed))
    assert asks == draw_chain(steps, random.Random(seed))
    assert [ask.item for ask in asks] == ["one", "two"]
    assert asks[1].numbers == {**asks[0].numbers, "more": asks[1].numbers["more"]}
    for step, ask in zip(steps, asks, strict=True):
        right = right_value(step, ask.numbers)
        assert all(abs(value - right) > APART * right for _, value in trap_values(step, ask.numbers))


def test_numbers_that_leave_a_later_step_none_are_drawn_anew() -> None:
    trap = {"misconception": "m", "why": "w", "expression": "tokens / block_size * (33 - block_size) / 16"}
    # fair with 32 alone: with 16 the trap lies at 17/16 of the answer, or nearly
    picky = numeric("two", "one", traps=[trap, {**trap, "expression": "tokens / 16"}])
    for seed in range(20):
        assert draw_chain([ONE, picky], random.Random(seed))[1].numbers["block_size"] == 32


def test_a_chain_without_fair_numbers() -> None:
    never = numeric("two", "one", traps=[{"misconception": "m", "why": "w", "formula": "kv.blocks_needed"}])
    with pytest.raises(DrawProblem, match="no fair numbers"):
        draw_chain([ONE, never], random.Random(1))
