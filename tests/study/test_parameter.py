"""The three forms of a parameter, and rows of tables."""

import random
from typing import Any

import pytest

from drill.study.parameter import DrawProblem, draw_value, row_of
from drill.study.question import Param


def drawn(param: Param) -> set[Any]:
    rng = random.Random(3)
    return {draw_value(param, rng) for _ in range(200)}


@pytest.mark.parametrize(
    ("param", "values"),
    [
        (Param(values=(2, 4, 8)), {2, 4, 8}),
        (Param(start=1, stop=4, step=1), {1, 2, 3, 4}),
        (Param(start=10, stop=25, step=10), {10, 20}),  # `to` need not be hit
        (Param(start=0.1, stop=0.5, step=0.1), {0.1, 0.2, 0.3, 0.4, 0.5}),  # no 0.30000000000000004
        (Param(start=2, stop=16, times=2), {2, 4, 8, 16}),
        (Param(start=1, stop=1000, times=10), {1, 10, 100, 1000}),
        (Param(start=3, stop=3, step=1), {3}),
        (Param(table="models", rows=("llama-3-8b", "qwen3-8b")), {"llama-3-8b", "qwen3-8b"}),
    ],
)
def test_all_values_come_up_and_no_other(param: Param, values: set[Any]) -> None:
    assert drawn(param) == values


def test_whole_ranges_stay_whole() -> None:
    assert all(isinstance(value, int) for value in drawn(Param(start=2, stop=64, times=2)))


@pytest.mark.parametrize(
    "param",
    [
        Param(start=1, stop=float("inf"), step=1),
        Param(start=1, stop=float("nan"), step=1),
        Param(start=1, stop=10**400, times=2),
        Param(start=5e-324, stop=1e300, times=10),
    ],
)
def test_a_range_without_an_end_is_named(param: Param) -> None:
    with pytest.raises(DrawProblem, match="a range needs finite"):
        drawn(param)


def test_rows_by_field() -> None:
    assert row_of(Param(table="models", rows=("llama-3-8b",)), "llama-3-8b")["kv_heads"] == 8
    assert row_of(Param(values=(1,)), 1) == {}
    with pytest.raises(DrawProblem, match="table `models` has no row `gone`"):
        row_of(Param(table="models", rows=("llama-3-8b",)), "gone")
