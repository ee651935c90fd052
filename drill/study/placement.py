"""What a placement asks next, when it ends, and what follows from its answers; pure.

Leaves out the estimate itself (ability.py), drawing and marking (sessions). docs/ability.md says why.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from drill.study.ability import Profile
from drill.study.question import ItemId, Topic
from drill.study.response import chances

TEST = "placement"
QUESTIONS_A_MINUTE = 1.8
# what an answer of a kind takes a newcomer, in seconds; other kinds are too slow to be asked
SECONDS = {"short": 20.0, "choice": 25.0, "multi": 35.0, "predict": 40.0, "bug": 45.0, "numeric": 50.0}
LONGEST_CODE = 8
# a level is easy where even the low end of the interval of 90 % is this likely to be right, without guessing
SURE = 0.95
LEVELS = (1, 2, 3, 4, 5)


class Offer(NamedTuple):
    """An item that a placement may ask: `floor` as in response.floor_of, `groups` are its outline keys."""

    item: ItemId
    topic: Topic
    level: int
    kind: str
    floor: float
    groups: frozenset[str] = frozenset()


class Limits(NamedTuple):
    """How many questions a placement has, and how many of them of each topic: from `least` to `most`."""

    questions: int
    least: int
    most: int


def limits(minutes: float, topics: int) -> Limits:
    """Return the limits of a placement over a number of topics, at least one: 18, 1 and 3 for 10 and 9."""
    questions = max(1, round(minutes * QUESTIONS_A_MINUTE))
    even = questions // topics
    return Limits(questions, max(1, even - 1), -(-questions // topics) + 1)


def is_over(limit: Limits, minutes: float, *, asked: int, seconds: float) -> bool:
    """Return whether the count is reached or the time spent; the question asked then was the last."""
    return asked >= limit.questions or seconds >= 60 * minutes


def choose(
    offers: Iterable[Offer],
    profile: Profile,
    limit: Limits,
    *,
    asked: Mapping[Topic, int],
    groups: Collection[str],
    rng: Random,
) -> Offer | None:
    """Return the offer that tells most for the time it takes, among topics whose turn it is; None at the end.

    `asked` counts a topic's questions so far, `groups` are the outline keys that were asked about: another
    one is taken among equals, then chance decides.
    """
    by_topic: dict[Topic, list[Offer]] = {}
    for offer in offers:
        by_topic.setdefault(offer.topic, []).append(offer)
    turn = _turn({topic: asked.get(topic, 0) for topic in by_topic}, limit)
    fitting = [offer for topic in turn for offer in by_topic[topic]]
    return max(
        fitting,
        key=lambda offer: (_rate(offer, profile), not offer.groups & set(groups), rng.random()),
        default=None,
    )


def _turn(asked: Mapping[Topic, int], limit: Limits) -> list[Topic]:
    """Return the topics whose turn it is: those with fewest questions, until each has the least it needs."""
    fewest = min(asked.values(), default=0)
    most = fewest + 1 if fewest < limit.least else limit.most
    return [topic for topic, count in asked.items() if count < most]


def _rate(offer: Offer, profile: Profile) -> float:
    return profile.topics[offer.topic].information(offer.level, offer.floor) / SECONDS[offer.kind]


def easy_levels(profile: Profile, topics: Sequence[Topic]) -> dict[str, int]:
    """Return, by topic, the highest level that the learner surely knows; topics without one are left out."""
    known = {
        topic: max(
            (level for level in LEVELS if profile.topics[topic].expect(chances(level)).low >= SURE), default=0
        )
        for topic in topics
    }
    return {str(topic): level for topic, level in known.items() if level}
