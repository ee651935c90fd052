"""Marks a typed quantity: right, in a unit that wasn't asked, or wrong for a reason that has a name.

Leaves out reading the text (quantity.py) and working out the answer (instance.py).
"""

from collections.abc import Sequence

from drill.study.ask import Ask
from drill.study.instance import fill, right_value, tolerance, trap_values, words
from drill.study.marking.outcome import Mark, retry, right, wrong
from drill.study.quantity import Quantity, QuantityProblem, display, mistaken_binary, parse, readings, unit
from drill.study.question import Numeric, Trap

_FLOAT_NOISE = 1e-9
_NEAR = 0.01
# A whole number stands for the nearest one, but 2 GiB never for 1.5 GiB.
_ROUNDING = 0.01


def mark(question: Numeric, ask: Ask, text: str, *, tries: int) -> Mark:
    """Mark a quantity; a wrong unit is wrong after a try (`tries` >= 1), no number is always asked again."""
    try:
        typed = parse(text)
    except QuantityProblem as problem:
        return retry(f"{problem}; type {grammar(question)}")
    asked_value = right_value(question, ask.numbers)
    values = readings(typed, question.unit)
    if any(_is_right(question, value, asked_value) for value in values):
        return right(answer(question, ask))
    if not values or (not typed.unit and _is_close(typed.value, asked_value, _FLOAT_NOISE)):
        return _wrong_unit(question, ask, tries=tries)
    return _wrong(question, ask, typed, values=values, asked_value=asked_value)


def answer(question: Numeric, ask: Ask) -> str:
    """Return the right answer in the unit asked."""
    return display(right_value(question, ask.numbers), question.unit)


def grammar(question: Numeric) -> str:
    """Return what to type."""
    where = f"a number in {question.unit}, or with its unit" if question.unit else "a plain number"
    return f"{where}; 2*32*8 is understood"


def _is_right(question: Numeric, value: float, asked_value: float) -> bool:
    """Return whether a value (base units) is right, or is the right one as it is shown, rounded."""
    shown = readings(parse(display(asked_value, question.unit)), question.unit)
    if any(_is_close(value, rounded, _FLOAT_NOISE) for rounded in (asked_value, *shown)):
        return True
    if question.tolerance != "exact":
        return _is_close(value, asked_value, tolerance(question))
    return _is_rounded(question, value, asked_value)


def _is_rounded(question: Numeric, value: float, asked_value: float) -> bool:
    """Return whether a whole number in the asked unit is the nearest one to the right value."""
    factor = unit(question.unit).factor
    in_unit, asked_in_unit = value / factor, asked_value / factor
    nearest = round(asked_in_unit)
    return _is_close(in_unit, nearest, _FLOAT_NOISE) and _is_close(nearest, asked_in_unit, _ROUNDING)


def _is_close(value: float, target: float, share: float) -> bool:
    return abs(value - target) <= share * abs(target)


def _wrong_unit(question: Numeric, ask: Ask, *, tries: int) -> Mark:
    says = f"the answer is asked in {question.unit}" if question.unit else "the answer is a plain number"
    return retry(says, helped=True) if tries < 1 else wrong(answer(question, ask), says=says)


def _wrong(
    question: Numeric, ask: Ask, typed: Quantity, *, values: Sequence[float], asked_value: float
) -> Mark:
    """Return the mark of a wrong value: GB for GiB first, then the nearest trap, then how far off it is.

    `values` are what it may mean, at least one; how far off is said of the nearest to the right value.
    """
    given = min(values, key=lambda value: abs(value - asked_value))
    mixed = mistaken_binary(given=given, right=asked_value, typed=typed.unit, expected=question.unit)
    if mixed:
        return wrong(answer(question, ask), says=mixed)
    trap = _trap(question, ask, values)
    if trap is None:
        return wrong(answer(question, ask), says=_how_far(given, asked_value))
    says = fill(trap.why, words(question, ask.numbers))
    return wrong(answer(question, ask), says=says, misconception=trap.misconception)


def _trap(question: Numeric, ask: Ask, values: Sequence[float]) -> Trap | None:
    """Return the trap whose answer was typed, the nearest where several are within 1 % or the tolerance."""
    share = max(_NEAR, tolerance(question))
    near = [
        (abs(value - given), at)
        for at, (_, value) in enumerate(trap_values(question, ask.numbers))
        for given in values
        if _is_close(given, value, share)
    ]
    return question.traps[min(near)[1]] if near else None


def _how_far(given: float, asked_value: float) -> str:
    if given == 0 or asked_value == 0:
        return f"the answer is {'0' if asked_value == 0 else 'not 0'}"
    ratio = given / asked_value
    if ratio < 0:
        return "the sign is wrong"
    side, times = ("high", ratio) if ratio > 1 else ("low", 1 / ratio)
    if times >= 2:
        return f"{times:,.0f} times too {side}" if times >= 10 else f"{times:.1f} times too {side}"
    return f"{abs(ratio - 1) * 100:.3g}% too {side}"
