"""How a mock interview is laid out: its parts and their minutes, what they ask, which follow-up comes next.

Leaves out the journal and the banks (sessions/mocks/plan.py, sessions/mocks/interview.py).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import NamedTuple, TypeVar

from drill.study.ability import Profile
from drill.study.evidence import RESTED_DAYS
from drill.study.journal import Entry, KataStarted
from drill.study.placement import Limits, Offer, choose
from drill.study.question import ItemId, Open, Topic

WARM_UP, SIZING, TALK, KATA = "warm-up", "sizing", "talk", "kata"
MINUTES = 45.0
# in so little time a kata would leave no interview around it
LEAST_WITH_KATA = 20.0
TALK_MINUTES = 6.0
MOST_FOLLOW_UPS = 2
# who takes longer over one thing has left the room
LONGEST_SECONDS = 1800.0
LONGEST_KATA_SECONDS = 4 * 3600.0
_KATA_SHARE = 0.35
_MOST_TALKS = 4
_LEAST_SIZING, _MOST_SIZING = 5.0, 12.0
_LEAST_WARM_UP, _MOST_WARM_UP = 2.0, 15.0
_QUESTIONS_A_MINUTE = 1.2
T = TypeVar("T")


def layout(minutes: float, *, kata: bool) -> dict[str, float]:
    """Return the parts of an interview of so many minutes, in order, each with its share of them.

    With little time there are fewer talks, then no sizing, then no talk. Without a kata some is left over.
    """
    coding = float(round(minutes * _KATA_SHARE)) if kata and minutes >= LEAST_WITH_KATA else 0.0
    left = minutes - coding
    talking = TALK_MINUTES * talks_in(left)
    left -= talking
    sizing = (
        min(_MOST_SIZING, max(_LEAST_SIZING, left / 2)) if left >= _LEAST_SIZING + _LEAST_WARM_UP else 0.0
    )
    warm_up = min(_MOST_WARM_UP, left - sizing)
    # what the others can't use is time to code
    coding += left - sizing - warm_up if coding else 0.0
    shares = {WARM_UP: warm_up, SIZING: sizing, TALK: talking, KATA: coding}
    return {part: share for part, share in shares.items() if share > 0}


def talks_in(minutes: float) -> int:
    """Return how many open questions fit beside the other parts but the kata."""
    return min(_MOST_TALKS, int(minutes // (2 * TALK_MINUTES))) or int(
        minutes >= TALK_MINUTES + _LEAST_WARM_UP
    )


def warm_up_questions(minutes: float) -> int:
    """Return how many short questions a warm-up has, at least one."""
    return max(1, round(minutes * _QUESTIONS_A_MINUTE))


def freshest(
    things: Sequence[T], seen: Callable[[T], date | None], *, today: date, least: int
) -> tuple[list[T], bool]:
    """Return what was not seen for RESTED_DAYS, and True; with fewer than `least`, those seen longest ago.

    The order given stays among equals.
    """
    rested = today - timedelta(days=RESTED_DAYS)
    fresh = [thing for thing in things if (seen(thing) or date.min) <= rested]
    if len(fresh) >= min(least, len(things)):
        return fresh, True
    return sorted(things, key=lambda thing: seen(thing) or date.min)[:least], False


def warm_up(offers: Iterable[Offer], profile: Profile, *, count: int, rng: Random) -> list[Offer]:
    """Return the questions that tell most for their time, topics in turn, few outline keys twice."""
    left, chosen = list(offers), list[Offer]()
    topics = len({offer.topic for offer in left}) or 1
    limit = Limits(count, 1, -(-count // topics) + 1)
    while len(chosen) < count:
        asked = Counter(offer.topic for offer in chosen)
        groups = {key for offer in chosen for key in offer.groups}
        offer = choose(left, profile, limit, asked=asked, groups=groups, rng=rng)
        if offer is None:
            break
        left.remove(offer)
        chosen.append(offer)
    return chosen


def capped(seconds: float) -> float:
    """Return seconds without what nobody takes over one answer: a closed lid, a clock that jumped."""
    return min(max(seconds, 0.0), LONGEST_SECONDS)


def kata_seconds(entries: Sequence[Entry]) -> float:
    """Return how long a kata was worked on, from its start to the last entry on it."""
    begun = next((entry.stamp.at for entry in entries if isinstance(entry.body, KataStarted)), None)
    if begun is None:
        return 0.0
    return min(max(0.0, (entries[-1].stamp.at - begun).total_seconds()), LONGEST_KATA_SECONDS)


class FollowUp(NamedTuple):
    """A follow-up by its number, counted from 0, and the key point left unsaid that it leads to, if any."""

    number: int
    point: int | None


def next_follow_up(question: Open, ticks: Collection[int], asked: Collection[int]) -> FollowUp | None:
    """Return the follow-up to ask next: of key points left unsaid first, then in order; None at the end."""
    if len(asked) >= MOST_FOLLOW_UPS:
        return None
    missed = [
        FollowUp(point.follow_up - 1, place)
        for place, point in enumerate(question.points)
        if point.follow_up and place not in ticks
    ]
    others = [FollowUp(number, None) for number in range(len(question.follow_ups))]
    return next((one for one in (*missed, *others) if one.number not in asked), None)


def by_topic_order(things: Iterable[T], topic: Callable[[T], Topic], order: Sequence[Topic]) -> list[T]:
    """Return things on the topics named, those of the first topic first."""
    places = {name: place for place, name in enumerate(order)}
    return sorted(
        (thing for thing in things if topic(thing) in places), key=lambda thing: places[topic(thing)]
    )


class KataOffer(NamedTuple):
    """A kata that may be asked: its minutes, and whether it was closed before."""

    item: ItemId
    topic: Topic
    minutes: float
    was_closed: bool


def choose_kata(offers: Sequence[KataOffer], minutes: float) -> KataOffer | None:
    """Return a kata: one never closed that fits and fills the time best; the shortest if none fits."""
    fitting = [offer for offer in offers if offer.minutes <= minutes]
    if not fitting:
        return min(offers, key=lambda offer: (offer.minutes, offer.item), default=None)
    return min(fitting, key=lambda offer: (offer.was_closed, -offer.minutes, offer.item))


def dropped(parts: Mapping[str, float], *, kata: bool) -> list[str]:
    """Return which parts there was no time for."""
    wanted = (WARM_UP, SIZING, TALK, KATA) if kata else (WARM_UP, SIZING, TALK)
    return [part for part in wanted if part not in parts]
