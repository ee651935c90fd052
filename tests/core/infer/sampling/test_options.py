"""Each option refuses what is out of its range and says which; the orders hold every step once."""

import math
from typing import Any

import pytest

from drill.core.errors import InputError
from drill.core.infer.sampling.options import ORDERS, SamplingOptions


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("temperature", -0.1),
        ("temperature", math.nan),
        ("temperature", math.inf),
        ("top_k", -2),
        ("top_k", 1.5),
        ("top_k", True),
        ("top_p", 1.01),
        ("top_p", -0.01),
        ("top_p", math.nan),
        ("min_p", 2),
        ("repetition_penalty", 0),
        ("repetition_penalty", math.inf),
        ("presence_penalty", 2.5),
        ("frequency_penalty", -2.5),
        ("logit_bias", {-1: 0.0}),
        ("logit_bias", {3: math.nan}),
        ("logit_bias", {3: math.inf}),
        ("seed", -1),
        ("logprobs", -1),
        ("order", "mine"),
    ],
)
def test_out_of_range(name: str, value: Any) -> None:
    with pytest.raises(InputError, match=rf"{name}.* it must be ") as caught:
        SamplingOptions(**{name: value})
    assert "\n" not in str(caught.value)


def test_borders_are_in_range() -> None:
    SamplingOptions(temperature=0, top_k=-1, top_p=0, min_p=1, logit_bias={0: -math.inf}, logprobs=0)


def test_greedy() -> None:
    assert SamplingOptions(temperature=0).is_greedy
    assert SamplingOptions(temperature=1e-6).is_greedy
    assert SamplingOptions(top_k=1, top_p=0.5).is_greedy
    assert not SamplingOptions(temperature=0.01).is_greedy


def test_orders_hold_each_step_once() -> None:
    every = sorted(ORDERS["vllm"])
    assert len(set(every)) == 6
    assert all(sorted(order) == every for order in ORDERS.values())
