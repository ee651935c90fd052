"""Turns and figures, with contenders whose speed is known."""

from statistics import fmean

import pytest

from drill.core.bench.protocol import Task
from drill.core.bench.rounds import Sample, figures, play

DECODE, PREFILL = Task("decode", 64, 4), Task("prefill", 0, 100)


def test_everyone_does_every_task_once_a_round_and_nobody_always_begins() -> None:
    asks = {name: lambda task: [1.0] for name in "abc"}
    samples = list(play(asks, [DECODE, PREFILL], rounds=2))
    turns = ["".join(s.contender for s in samples[i : i + 3]) for i in range(0, len(samples), 3)]

    assert turns == ["abc", "bca", "bca", "cab", "cab", "abc"]
    assert {(s.contender, s.task, s.round) for s in samples} == {
        (name, task, number) for name in "abc" for task in (DECODE, PREFILL) for number in range(3)
    }


def test_something_is_done_before_each_sample() -> None:
    log: list[str] = []

    def ask(task: Task) -> list[float]:
        log.append("ask")
        return [1.0]

    list(play({"a": ask, "b": ask}, [DECODE], rounds=1, before=lambda: log.append("before")))
    assert log == ["before", "ask"] * 4


def test_ratios_are_of_the_same_round_and_round_0_is_forgotten() -> None:
    # a machine that slows down threefold from round to round slows both: the ratio stays 2
    samples = [Sample("a", DECODE, 0, [99.0]), Sample("b", DECODE, 0, [0.01])]
    for number, slow in ((1, 1.0), (2, 3.0), (3, 9.0)):
        samples += [
            Sample("b", DECODE, number, [0.5 * slow] * 4),
            Sample("a", DECODE, number, [0.25 * slow] * 4),
        ]

    a, b = figures(samples, ["a", "b"])
    assert (a.contender, a.task, b.contender, b.task) == ("a", DECODE, "b", DECODE)
    assert a[2:] == pytest.approx((4 / 3, 4 / 9, 4.0, 1.0))
    assert b[2:] == pytest.approx((2 / 3, 2 / 9, 2.0, 2.0))


def test_the_median_forgives_an_interruption_and_the_mean_counts_it() -> None:
    steps = [0.1, 0.1, 0.1, 0.1, 0.6]
    samples = [Sample("a", Task("decode", 64, 5), 1, steps)]

    assert figures(samples, ["a"])[0].rate == pytest.approx(10)
    assert figures(samples, ["a"], average=fmean)[0].rate == pytest.approx(5)


def test_prefill_counts_all_tokens_of_its_one_step() -> None:
    assert figures([Sample("a", PREFILL, 1, [0.5])], ["a"])[0].rate == 200
