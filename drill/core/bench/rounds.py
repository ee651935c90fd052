"""Paired rounds: every contender does every task once a round, by turns, and is compared within its round.

Leaves out processes (sessions/models/bench.py) and bandwidth (infer/bandwidth.py).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from drill.core.bench.protocol import Task

Ask = Callable[[Task], list[float]]
Average = Callable[[list[float]], float]


class Sample(NamedTuple):
    """What one contender took for the steps of a task in one round."""

    contender: str
    task: Task
    round: int
    seconds: list[float]


class Figure(NamedTuple):
    """One contender at one task, tokens a second: median, lowest and highest of the rounds.

    `ratio` is how many times as fast the reference was: the median of the rounds' own ratios.
    """

    contender: str
    task: Task
    rate: float
    lowest: float
    highest: float
    ratio: float


def play(
    asks: Mapping[str, Ask],
    tasks: Sequence[Task],
    *,
    rounds: int,
    before: Callable[[], None] = lambda: None,
) -> Iterator[Sample]:
    """Yield samples as they come; `before` each one is called. Round 0 warms caches and is yielded too.

    Who begins changes from task to task and from round to round: nobody always runs on a machine that a
    certain other one has heated.
    """
    names = list(asks)
    for number in range(rounds + 1):
        for place, task in enumerate(tasks):
            turn = (number + place) % len(names)
            for name in names[turn:] + names[:turn]:
                before()
                yield Sample(name, task, number, asks[name](task))


def figures(samples: Iterable[Sample], names: Sequence[str], *, average: Average = median) -> list[Figure]:
    """Return a figure a task and contender, in the order of `names`, the reference first; round 0 left out.

    `average` makes the steps of a sample one: the median forgives a single interruption, the mean counts it.
    """
    rates: dict[Task, dict[str, dict[int, float]]] = {}
    for sample in samples:
        if sample.round:
            of_rounds = rates.setdefault(sample.task, {}).setdefault(sample.contender, {})
            of_rounds[sample.round] = rate(sample, average)
    return [_figure(name, task, of[name], of[names[0]]) for task, of in rates.items() for name in names]


def rate(sample: Sample, average: Average = median) -> float:
    """Return tokens a second."""
    return sample.task.tokens / len(sample.seconds) / average(sample.seconds)


def _figure(name: str, task: Task, rates: dict[int, float], theirs: dict[int, float]) -> Figure:
    ratio = median(theirs[number] / own for number, own in rates.items())
    return Figure(name, task, median(rates.values()), min(rates.values()), max(rates.values()), ratio)
