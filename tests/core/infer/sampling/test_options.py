"""Each option refuses what is out of its range and says which; the orders hold every step once."""

import math
from typing import Any

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.infer.sampling.distribution import distribution
from drill.core.infer.sampling.history import History
from drill.core.infer.sampling.options import ORDERS, SamplingOptions
from drill.core.infer.sampling.sampler import Sampler


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("temperature", -0.1),
        ("temperature", math.nan),
        ("temperature", math.inf),
        ("temperature", 1000.1),
        ("temperature", 10**400),
        ("top_k", -2),
        ("top_k", 1.5),
        ("top_k", True),
        ("top_p", 1.01),
        ("top_p", -0.01),
        ("top_p", math.nan),
        ("min_p", 2),
        ("repetition_penalty", 0),
        ("repetition_penalty", math.inf),
        ("repetition_penalty", math.nan),
        ("repetition_penalty", 1e-40),
        ("repetition_penalty", 1e39),
        ("repetition_penalty", 0.0009),
        ("repetition_penalty", 1001),
        ("presence_penalty", -math.inf),
        ("frequency_penalty", math.nan),
        ("presence_penalty", 2.5),
        ("frequency_penalty", -2.5),
        ("logit_bias", {-1: 0.0}),
        ("logit_bias", {3: math.nan}),
        ("logit_bias", {3: math.inf}),
        ("logit_bias", {3: 1e39}),
        ("logit_bias", {3: -1e39}),
        ("logit_bias", {3: 1_000_001}),
        ("logit_bias", {3: 10**400}),
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


EXTREMES: list[dict[str, Any]] = [
    {"temperature": 1e-5},
    {"temperature": 1000},
    {"top_k": 10**30},
    {"top_p": 0},
    {"top_p": 5e-324},
    {"min_p": 5e-324},
    {"min_p": 1},
    {"repetition_penalty": 0.001},
    {"repetition_penalty": 1000},
    {"presence_penalty": 2, "frequency_penalty": 2},
    {"presence_penalty": -2, "frequency_penalty": -2},
    {"logit_bias": {0: 1e6, 1: -1e6, 2: -math.inf}},
    {"logprobs": 10**30},
    {"seed": 10**400},
    {"logit_bias": {0: 1e6}, "repetition_penalty": 1000, "temperature": 1e-5},
    {"logit_bias": {0: -1e6}, "repetition_penalty": 0.001, "temperature": 1000},
]


@pytest.mark.parametrize("order", sorted(ORDERS))
@pytest.mark.parametrize("extreme", EXTREMES)
def test_whatever_is_in_range_gives_a_token_without_a_warning(extreme: dict[str, Any], order: str) -> None:
    options = SamplingOptions(**{"order": order, **extreme})
    logits = np.array([2e4, -3, 5, -2e4, -np.inf, 0], np.float32)
    history = History(prompt=[0, 1, 2, 3], output=[3] * 1000)
    assert distribution(logits, options, history).sum() == pytest.approx(1)
    assert Sampler(options, prompt=[0, 1, 2, 3]).next(logits).token in {0, 1, 2, 3, 5}


def test_greedy() -> None:
    assert SamplingOptions(temperature=0).is_greedy
    assert SamplingOptions(temperature=1e-6).is_greedy
    assert SamplingOptions(top_k=1, top_p=0.5).is_greedy
    assert not SamplingOptions(temperature=0.01).is_greedy


def test_orders_hold_each_step_once() -> None:
    every = sorted(ORDERS["vllm"])
    assert len(set(every)) == 6
    assert all(sorted(order) == every for order in ORDERS.values())
