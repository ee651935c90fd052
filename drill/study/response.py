"""How likely a learner of some ability is to answer a question right, its own difficulty left open.

Leaves out which answers count (evidence.py) and what they say together (ability.py). Source: the Rasch model
with a floor for guessing (item response theory).
"""

from functools import cache, lru_cache
from math import exp, log, log1p
from operator import mul

# ability lies on 61 points from -6 to 6 logits, a question's distance from its level on 61 from -3 to 3
ABILITY_STEP = 0.2
ABILITIES = tuple(ABILITY_STEP * (place - 30) for place in range(61))
OFFSET_STEP = 0.1
OFFSETS = tuple(OFFSET_STEP * (place - 30) for place in range(61))
# how far the difficulty of a question lies from its level, in logits
DIFFICULTY_SD = 0.7
MIDDLE_LEVEL = 3
# what is less likely than this counts as this likely: logarithms stay finite
LEAST = 1e-300
# ability less level runs over both grids' spans, two levels on either side
_ADVANTAGES = tuple(ABILITY_STEP * (place - 40) for place in range(81))
_GAPS = tuple(OFFSET_STEP * (place - 110) for place in range(221))
_Curve = tuple[float, ...]


def floor_of(kind: str, options: int) -> float:
    """Return how likely a blind guess is right, from a question's kind and how many options it shows."""
    if kind in ("choice", "bug"):
        return 1 / options if options else 0.0
    if kind == "multi":
        # neither none nor all of them
        return 1 / (2**options - 2) if options > 1 else 0.0
    return 0.0


def likelihood(level: int, floor: float, right: float, wrong: float) -> _Curve:
    """Return the log-likelihood of one question's answers at each of ABILITIES.

    `right` and `wrong` are how many answers there were, or their weights; they share one unknown difficulty.
    """
    return _at_level(_integrated(floor, right, wrong), level)


def chances(level: int, floor: float = 0.0) -> _Curve:
    """Return the chance to answer an unseen question of a level right, at each of ABILITIES."""
    return _at_level(_chances(floor), level)


@cache
def information(level: int, floor: float = 0.0) -> _Curve:
    """Return how much one answer tells at each of ABILITIES: Fisher's information, per logit squared."""
    curve = _chances(floor)
    slopes = [(after - before) / (2 * ABILITY_STEP) for before, after in zip(curve, curve[2:], strict=False)]
    # at the two ends an answer tells next to nothing
    inner = [slope**2 / (p * (1 - p)) for slope, p in zip(slopes, curve[1:-1], strict=True)]
    return _at_level((inner[0], *inner, inner[-1]), level)


def _at_level(curve: _Curve, level: int) -> _Curve:
    """Cut a curve over _ADVANTAGES to ABILITIES: a level is one logit."""
    first = 10 - 5 * (level - MIDDLE_LEVEL)
    return curve[first : first + len(ABILITIES)]


@cache
def _chances(floor: float) -> _Curve:
    return tuple(map(exp, _integrated(floor, 1.0, 0.0)))


# one's answers of a week share a weight, so few curves serve many answers
@lru_cache(maxsize=4096)
def _integrated(floor: float, right: float, wrong: float) -> _Curve:
    """Return the log-likelihood at each of _ADVANTAGES, the difficulty integrated out."""
    rights, wrongs = _logarithms(floor)
    logs = [right * p + wrong * q for p, q in zip(rights, wrongs, strict=True)]
    top = max(logs)
    # from the highest gap down: the hardest question comes last, as in OFFSETS
    values = [exp(value - top) for value in reversed(logs)]
    weights = _weights()
    firsts = range(len(values) - len(weights), -1, -2)
    sums = [sum(map(mul, weights, values[first : first + len(weights)])) for first in firsts]
    return tuple([log(max(value, LEAST)) + top for value in sums])


@cache
def _logarithms(floor: float) -> tuple[_Curve, _Curve]:
    """Return the logarithms of P(right) and P(wrong) at each of _GAPS, ability less difficulty."""
    rights = tuple(log(floor + (1 - floor) / (1 + exp(-gap))) for gap in _GAPS)
    wrongs = tuple(log1p(-floor) - log1p(exp(gap)) for gap in _GAPS)
    return rights, wrongs


@cache
def _weights() -> _Curve:
    weights = [exp(-0.5 * (offset / DIFFICULTY_SD) ** 2) for offset in OFFSETS]
    total = sum(weights)
    return tuple(weight / total for weight in weights)
