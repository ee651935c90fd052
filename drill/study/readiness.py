"""What a learner's readiness is, topic by topic, as values.

Leaves out how it is estimated (ability.py) and what a placement does with it (placement.py).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from drill.study.ability import Profile
from drill.study.posterior import Estimate
from drill.study.question import ItemId, Topic
from drill.study.response import chances

_MIDDLE = 3


class Ready(NamedTuple):
    """The chance to answer an unseen question of interview level, in a topic or, without one, overall.

    `estimate` is None where there is not enough evidence; `questions` is how much there is.
    """

    topic: Topic | None
    estimate: Estimate | None
    questions: float


class PlacementReport(NamedTuple):
    """What a placement came to: readiness overall and by topic, items known, those missed by topic.

    `rights` has of each topic how many were right of how many; `later` counts the new items that wait behind
    all others because they are too easy.
    """

    ready: Sequence[Ready]
    rights: Mapping[Topic, tuple[int, int]]
    known: Sequence[ItemId]
    missed: Mapping[Topic, Sequence[ItemId]]
    later: int
    seconds: float


def readiness(profile: Profile, topics: Sequence[Topic]) -> list[Ready]:
    """Return the overall readiness, then that of topics, the weakest first."""
    by_strength = sorted(topics, key=lambda topic: profile.topics[topic].expect(chances(_MIDDLE)).chance)
    of_topics = [
        Ready(topic, profile.readiness(topic), profile.topics[topic].questions) for topic in by_strength
    ]
    return [Ready(None, profile.readiness(), profile.common.questions), *of_topics]
