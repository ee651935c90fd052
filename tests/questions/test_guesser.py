"""Who knows nothing must not pass: no look at the options tells the right one.

Fixed habits of test takers, and a guesser that learns what right options look like on eight topics and is
tried on the ninth. Leaves out bugs' lines and typed answers, where guessing is hopeless.
"""

import re
from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from drill.study.question import Bug, Choice, Question

Banks = dict[str, list[Question]]
HEDGES = re.compile(
    r"\b(about|almost|can|could|generally|likely|may|might|most|mostly|often|partly|roughly|some|sometimes|"
    r"tend|tends|typically|unless|usually|depends|only if|at least|at most|up to)\b"
)
ABSOLUTES = re.compile(r"\b(all|always|any|every|exactly|fully|never|no|none|only|same)\b")
WORD = re.compile(r"[a-z0-9]+")


class Item(NamedTuple):
    """What a guesser sees of a question with one right option, and where that stands."""

    topic: str
    prompt: str
    options: tuple[str, ...]
    right: int


@pytest.fixture(scope="module")
def items(banks: Banks) -> list[Item]:
    return [
        Item(
            topic,
            question.prompt.lower(),
            tuple(option.text.lower() for option in question.options),
            [option.right for option in question.options].index(True),
        )
        for topic, questions in banks.items()
        for question in questions
        if isinstance(question, Choice | Bug)
    ]


def shared(item: Item, option: str) -> float:
    """Return how many of an option's words of four letters and more stand in the prompt."""
    asked = {word for word in WORD.findall(item.prompt) if len(word) > 3}
    return len(asked & set(WORD.findall(option)))


def count(pattern: str | re.Pattern[str]) -> Callable[[Item, str], float]:
    return lambda _, option: len(re.findall(pattern, option))


def negative(feature: Callable[[Item, str], float]) -> Callable[[Item, str], float]:
    return lambda item, option: -feature(item, option)


def at_place(place: int) -> Callable[[Item, str], float]:
    return lambda item, option: float(item.options.index(option) == place)


def length(_: Item, option: str) -> float:
    return len(option)


def word_length(_: Item, option: str) -> float:
    return float(np.mean([len(word) for word in WORD.findall(option)] or [0]))


FEATURES: dict[str, Callable[[Item, str], float]] = {
    "longest": length,
    "most hedged": count(HEDGES),
    "most absolute": count(ABSOLUTES),
    "most words of the prompt": shared,
    "most digits": count(r"\d"),
    "most commas": count(r"[,;:()]"),
    "longest words": word_length,
}
OPPOSITES = {f"not {name}": negative(feature) for name, feature in FEATURES.items()}
PLACES = {f"place {place + 1}": at_place(place) for place in range(4)}


def hits(item: Item, feature: Callable[[Item, str], float]) -> float:
    """Return the chance to be right by taking the option with most of a feature, equals at random."""
    values = [feature(item, option) for option in item.options]
    best = [place for place, value in enumerate(values) if value == max(values)]
    return (item.right in best) / len(best)


def tail(chances: list[float], at_least: float) -> float:
    """Return the probability of at least so many hits when each question is guessed by chance."""
    law = np.ones(1)
    for chance in chances:
        law = np.convolve(law, [1 - chance, chance])
    return float(law[int(np.ceil(at_least - 1e-9)) :].sum())


@pytest.mark.parametrize("name", [*FEATURES, *OPPOSITES, *PLACES])
def test_no_habit_beats_chance(items: list[Item], name: str) -> None:
    feature = (FEATURES | OPPOSITES | PLACES)[name]
    # where all options are equal a habit says nothing
    told = [item for item in items if len({feature(item, option) for option in item.options}) > 1]
    found = sum(hits(item, feature) for item in told)
    chances = [1 / len(item.options) for item in told]
    assert tail(chances, found) > 0.01, f"{found:.1f} of {len(told)}, by chance {sum(chances):.1f}"


class Exam(NamedTuple):
    """Items as arrays: features [items, options, features], which options there are, which is right."""

    features: NDArray[np.float64]
    there: NDArray[np.bool_]
    right: NDArray[np.int64]

    def part(self, chosen: NDArray[np.bool_]) -> "Exam":
        return Exam(self.features[chosen], self.there[chosen], self.right[chosen])

    @property
    def chances(self) -> NDArray[np.float64]:
        chances: NDArray[np.float64] = 1 / self.there.sum(1)
        return chances


def exam(items: list[Item]) -> Exam:
    """Return what a guesser learns from: features beside the question's mean, of like spread."""
    tables = [table(item) for item in items]
    spread = np.concatenate(tables).std(0)
    most = max(len(item.options) for item in items)
    padded = [np.pad(values, ((0, most - len(values)), (0, 0))) for values in tables]
    there = [np.arange(most) < len(item.options) for item in items]
    features = np.array(padded) / np.where(spread > 0, spread, 1)
    return Exam(features, np.array(there), np.array([item.right for item in items]))


def table(item: Item) -> NDArray[np.float64]:
    features = (*FEATURES.values(), *PLACES.values())
    values = np.array([[feature(item, option) for feature in features] for option in item.options])
    extremes = [values[:, 0] == values[:, 0].max(), values[:, 0] == values[:, 0].min()]
    return np.column_stack([values - values.mean(0), *extremes])


def trained(known: Exam) -> NDArray[np.float64]:
    """Return the weights of a conditional logit over options, by gradient descent with a small penalty."""
    weights = np.zeros(known.features.shape[-1])
    right = np.take_along_axis(known.features, known.right[:, None, None], 1)[:, 0].sum(0)
    for _ in range(400):
        scores = np.where(known.there, known.features @ weights, -np.inf)
        chances = np.exp(scores - scores.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        slope = np.einsum("io,iof->f", chances, known.features) - right + 0.02 * weights
        weights -= 0.5 * slope / len(known.right)
    return weights


def guessed(asked: Exam, weights: NDArray[np.float64]) -> int:
    """Return how many a guesser with these weights has right."""
    scores = np.where(asked.there, asked.features @ weights, -np.inf)
    return int((scores.argmax(1) == asked.right).sum())


def limit(chances: NDArray[np.float64]) -> float:
    """Return chance and two standard deviations."""
    return float(chances.sum() + 2 * sqrt((chances * (1 - chances)).sum()))


def test_a_trained_guesser_stays_at_chance(items: list[Item]) -> None:
    whole = exam(items)
    topics = np.array([item.topic for item in items])
    found = {}
    for topic in sorted(set(topics)):
        asked = whole.part(topics == topic)
        found[topic] = guessed(asked, trained(whole.part(topics != topic)))
        assert found[topic] <= limit(asked.chances), f"{topic}: {found[topic]} of {len(asked.right)}"
    assert sum(found.values()) <= limit(whole.chances), found


def test_the_guesser_would_see_a_habit(items: list[Item]) -> None:
    """The same questions with right options made longer are given away: the tests above can fail."""
    told = [
        item._replace(
            options=tuple(
                option + " by the size of the batch" * (place == item.right)
                for place, option in enumerate(item.options)
            )
        )
        for item in items
    ]
    found = sum(hits(item, length) for item in told)
    assert tail([1 / len(item.options) for item in told], found) < 0.01
    whole = exam(told)
    assert guessed(whole, trained(whole)) > 0.5 * len(told)
