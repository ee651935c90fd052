"""What a learner types as a quantity, `1,536 MiB` or `2*32*8*128*8192*2 B`, read into base units.

Leaves out what is right: marking compares. A bare number has no unit; `readings` gives it the asked one.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from drill.study.arithmetic import LONGEST, NOTHING, ArithmeticProblem, evaluate
from drill.study.question import Number
from drill.study.units import MULTIPLES, Unit, UnknownUnit, display, is_count
from drill.study.units import unit as _known_unit

__all__ = ["Quantity", "QuantityProblem", "Unit", "display", "mistaken_binary", "parse", "readings", "unit"]

# Signs and spaces of other keyboards: no-break and thin spaces, times, dot, division, minus, Greek mu.
SIGNS = str.maketrans("\u00a0\u202f\u2009×·÷−\u03bc", "   **/-\u00b5")
# A unit follows a digit, a bracket, or a name and a space; "1e9" and "2 * layers" have none.
VALUE_AND_UNIT = re.compile(
    r"(?P<value>.*?(?:[0-9]\.?\s*|\)\s*|[a-z_]\s+))(?P<unit>[A-Za-z%$¢µ][^0-9()*+]*)", re.DOTALL
)
PER = re.compile(r"/\s*[A-Za-z][A-Za-z ]*$")
NEAR = 0.005  # how close a confusion of GB and GiB must come: their ratios differ by 2.4 % and more


class QuantityProblem(ValueError):
    """Why a text is no quantity."""


class Quantity(NamedTuple):
    """A value in base units of `dimension`, and the unit as typed ("" for a bare number)."""

    value: float
    unit: str
    dimension: str


def unit(name: str) -> Unit:
    """Return the unit of that name; QuantityProblem where there is none."""
    try:
        return _known_unit(name)
    except UnknownUnit as problem:
        raise QuantityProblem(str(problem)) from problem


def parse(text: str, names: Mapping[str, Number] = NOTHING) -> Quantity:
    """Return the quantity of a typed text; `names` are values that its arithmetic may use.

    Raises QuantityProblem, which says what can't be read.
    """
    plain = _plain(text)
    if not (names or re.search("[0-9]", plain)):
        raise QuantityProblem("no number there")
    value, unit_name = _money(plain) if plain.lstrip("-").startswith("$") else _split(plain, names)
    if unit_name in MULTIPLES:
        return Quantity(_evaluate(value, names) * MULTIPLES[unit_name], "", "ratio")
    found = unit(unit_name)
    return Quantity(_evaluate(value, names) * found.factor, unit_name, found.dimension)


def _plain(text: str) -> str:
    if len(text) > LONGEST:
        raise QuantityProblem(f"more than {LONGEST} characters")
    plain = unicodedata.normalize("NFC", text).translate(SIGNS).replace(" per ", "/")
    return plain.strip().lstrip("~≈").lstrip()


def _money(text: str) -> tuple[str, str]:
    """Return value and unit of `$0.28` and `$0.28/Mtok`."""
    amount = text.replace("$", "", 1)
    per = PER.search(amount)
    return (amount[: per.start()], f"${per[0]}") if per else (amount, "$")


def _split(text: str, names: Mapping[str, Number]) -> tuple[str, str]:
    match = VALUE_AND_UNIT.fullmatch(text)
    return (text, "") if match is None or text in names else (match["value"], match["unit"].strip())


def _evaluate(text: str, names: Mapping[str, Number]) -> float:
    try:
        return float(evaluate(text.replace("^", "**"), names))
    except ArithmeticProblem as problem:
        raise QuantityProblem(str(problem)) from problem


def readings(quantity: Quantity, expected: str) -> tuple[float, ...]:
    """Return what a typed quantity may mean in base units where `expected` is asked; () for a wrong unit.

    A bare number is in the expected unit; where a percentage is asked it may also be the share itself.
    `128 KiB` answers a question about KiB/token, and the other way round.
    """
    asked = unit(expected)
    if quantity.unit == "":
        scaled = quantity.value * asked.factor
        return (scaled, quantity.value) if asked.name == "%" else (scaled,)
    return (quantity.value,) if _bare(quantity.dimension) == _bare(asked.dimension) else ()


def _bare(dimension: str) -> str:
    """Return a dimension without the thing it is counted by: bytes/tokens is bytes."""
    top, _, bottom = dimension.partition("/")
    return top if is_count(bottom) else dimension


def mistaken_binary(*, given: float, right: float, typed: str, expected: str) -> str | None:
    """Return what to say where `given` is `right` but for GB and GiB (or K, M, T) mixed up, else None.

    Both values are in base units; `typed` is the unit typed ("" for none), `expected` the one asked.
    """
    used, meant = _confused(typed, expected)
    step = 1 + "KMGT".find(_prefix(meant) or "-")
    if not step or not right:
        return None
    factor = (1024 / 1000) ** step
    for ratio in (factor, 1 / factor):
        if abs(given / right / ratio - 1) <= NEAR:
            return f"right formula, {used} for {meant}, {abs(ratio - 1):.1%} off"
    return None


def _confused(typed: str, expected: str) -> tuple[str, str]:
    """Return the unit used and the one meant: the asked one, unless another size was typed."""
    if _prefix(typed) in ("", _prefix(expected)):
        return _twin(expected), expected
    return typed, _twin(typed)


def _prefix(unit_name: str) -> str:
    """Return K, M, G or T of `GB`, `GiB` or `GiB/token`, else nothing."""
    match = re.match(r"([kKMGT])i?B(?=$|/)", unit_name)
    return match[1].upper() if match else ""


def _twin(unit_name: str) -> str:
    return unit_name.replace("iB", "B", 1) if "iB" in unit_name else unit_name.replace("B", "iB", 1)
