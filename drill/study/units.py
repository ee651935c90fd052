"""Units of answers: what each measures, how large it is in base units, and how a value is shown in it.

Leaves out what a learner types around a unit (quantity.py). Base units: byte, second, token, dollar, FLOP.
"""

import re
from typing import NamedTuple

Entries = dict[str, tuple[str, float]]

DECIMAL = {"k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
BINARY = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}
MULTIPLES = {"k": 1e3, "K": 1e3, "thousand": 1e3, "M": 1e6, "million": 1e6, "billion": 1e9}
# fmt: off
NOUNS = (
    "block", "call", "candidate", "chunk", "dimension", "distance", "expert", "head", "index", "item",
    "layer", "link", "list", "merge", "message", "page", "pair", "parameter", "point", "replica", "request",
    "row", "sequence", "slot", "step", "token", "turn", "user", "vector", "weight", "word",
)
# fmt: on
SHORT = {"tok": "tokens", "req": "requests", "seq": "sequences", "params": "parameters", "dims": "dimensions"}
PLURALS = {noun: "indices" if noun == "index" else f"{noun}s" for noun in NOUNS}
SINGULARS = {plural: noun for noun, plural in PLURALS.items()}
FIXED: Entries = {
    "": ("ratio", 1),
    "x": ("ratio", 1),
    "%": ("ratio", 0.01),
    "percent": ("ratio", 0.01),
    "B": ("bytes", 1),
    "byte": ("bytes", 1),
    "bytes": ("bytes", 1),
    "KB": ("bytes", 1e3),
    "bit": ("bits", 1),
    "bits": ("bits", 1),
    "s": ("time", 1),
    "sec": ("time", 1),
    "second": ("time", 1),
    "seconds": ("time", 1),
    "ms": ("time", 1e-3),
    "millisecond": ("time", 1e-3),
    "milliseconds": ("time", 1e-3),
    "us": ("time", 1e-6),
    "µs": ("time", 1e-6),
    "microseconds": ("time", 1e-6),
    "ns": ("time", 1e-9),
    "min": ("time", 60),
    "minute": ("time", 60),
    "minutes": ("time", 60),
    "h": ("time", 3600),
    "hour": ("time", 3600),
    "hours": ("time", 3600),
    "$": ("money", 1),
    "USD": ("money", 1),
    "dollar": ("money", 1),
    "dollars": ("money", 1),
    "¢": ("money", 0.01),
    "cent": ("money", 0.01),
    "cents": ("money", 0.01),
    "FLOP": ("flop", 1),
    "FLOPs": ("flop", 1),
    "FLOPS": ("flop/time", 1),
    # A price is a number of its own kind: the formulas of drill.facts take and give it so.
    "$/Mtok": ("price", 1),
    "$/M tokens": ("price", 1),
    "$/million tokens": ("price", 1),
}
# Megabit or megabyte? A factor of 8 isn't guessed.
REFUSED = ("b", "Kb", "Mb", "Gb", "Tb")


# a whole number of hundredths is shown without a point
_HUNDREDTHS = ("%", "percent", "¢", "cent", "cents")
_WITHOUT_CENTS = 10
_TENTHS = re.compile(r"\.\d$")
_BEYOND_CENTS = re.compile(r"(\.\d\d\d*?)0+$")


class UnknownUnit(ValueError):
    """No unit of that name."""


class Unit(NamedTuple):
    """A unit; a value in it times `factor` is the value in base units of its `dimension`."""

    name: str
    dimension: str
    factor: float


def _table() -> Entries:
    table = dict(FIXED)
    for prefix, factor in DECIMAL.items():
        table |= {f"{prefix}B": ("bytes", factor), f"{prefix}bit": ("bits", factor)}
        table |= {f"{prefix}tok": ("tokens", factor)}
        table |= {f"{prefix}FLOP": ("flop", factor), f"{prefix}FLOPs": ("flop", factor)}
        table |= {f"{prefix}FLOPS": ("flop/time", factor)}
    table |= {f"{prefix}B": ("bytes", float(factor)) for prefix, factor in BINARY.items()}
    for noun, plural in PLURALS.items():
        table |= {noun: (plural, 1), plural: (plural, 1)}
    return table | {short: (plural, 1) for short, plural in SHORT.items()}


TABLE = _table()
FOLDED = {name.casefold(): name for name in reversed(TABLE)}


def unit(name: str) -> Unit:
    """Return the unit of that name, case and spaces forgiven; `a/b` is made of its parts.

    Raises UnknownUnit where there is none.
    """
    plain = " ".join(name.split()).replace(" /", "/").replace("/ ", "/")
    known = plain if plain in TABLE else FOLDED.get(plain.casefold(), "")
    if plain in REFUSED or (plain and not known):
        dimension, factor = _composed(plain)
    else:
        dimension, factor = TABLE[known]
    return Unit(name, dimension, factor)


def _composed(name: str) -> tuple[str, float]:
    """Return dimension and factor of `tok/s`, `KiB/token` or `16 k tokens`' `k tokens`."""
    top, slash, bottom = name.partition("/")
    if slash and top and bottom and "/" not in bottom:
        above, below = unit(top), unit(bottom)
        return f"{above.dimension}/{below.dimension}", above.factor / below.factor
    multiple, _, noun = name.partition(" ")
    if multiple in MULTIPLES and noun in SINGULARS:
        return noun, MULTIPLES[multiple]
    raise UnknownUnit(f"no unit `{name}`")


def is_count(dimension: str) -> bool:
    """Say whether a dimension counts things: tokens, blocks, requests and the like."""
    return dimension in SINGULARS


def display(value: float, unit_name: str) -> str:
    """Return a value in base units as shown in a unit: `2.00 GiB`, `16,384 tokens`, `$0.278`, `25%`.

    Counts, bytes and plain numbers are exact when whole; the rest has three digits, or all before the point.
    Money stands alone when whole, from ten dollars on; else it has cents at least, up to a hundred dollars.
    """
    found = unit(unit_name)
    number = _number_in(found, value / found.factor)
    if unit_name.startswith("$"):
        return f"{'-' * number.startswith('-')}${number.removeprefix('-')}{unit_name[1:]}"
    name = SINGULARS.get(unit_name, unit_name) if number == "1" else unit_name
    return f"{number}{'' if unit_name in ('', '%', 'x') else ' '}{name}"


def _number_in(shown_in: Unit, scaled: float) -> str:
    if shown_in.name.startswith("$") or (shown_in.dimension == "money" and shown_in.factor == 1):
        return _money(scaled)
    exact = shown_in.factor == 1 and shown_in.dimension != "time"
    return _number(scaled, exact=exact or shown_in.name in _HUNDREDTHS)


def _money(value: float) -> str:
    """Return money as it is written: `10` and `12.50` rather than `10.0` and `12.5`, `0.5` as `0.50`."""
    shown = _number(value, exact=abs(value) >= _WITHOUT_CENTS)
    return f"{value:,.2f}" if _TENTHS.search(shown) else _BEYOND_CENTS.sub(r"\1", shown)


def _number(value: float, *, exact: bool) -> str:
    """Return three significant digits, thousands grouped; whole where `exact` allows it."""
    whole = round(value)
    is_whole = abs(value - whole) <= 1e-9 * abs(value)
    if (exact and is_whole and abs(value) < 1e15) or value == 0:
        return f"{whole:,}"
    if not 1e-3 <= abs(value) < 1e15:
        return f"{value:.3g}"
    power = int(f"{value:.2e}".partition("e")[2])
    return f"{value:,.{max(0, 2 - power)}f}"
