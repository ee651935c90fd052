"""Draws an ask of a question: the order of what is shown and the numbers, with what follows from them.

Leaves out marking and the tables themselves (drill.facts); the random source is an argument.
"""

import inspect
import math
import random
import re
from collections.abc import Callable, Mapping

from drill.facts import registry
from drill.study import quantity
from drill.study.arithmetic import evaluate
from drill.study.ask import Ask, Drawn
from drill.study.parameter import DrawProblem, draw_value, row_of
from drill.study.question import Bug, Choice, Multi, Number, Numeric, Order, Question, Trap

__all__ = [
    "APART",
    "DrawProblem",
    "any_numbers",
    "draw",
    "fill",
    "namespace",
    "placeholders",
    "right_value",
    "still_fits",
    "tolerance",
    "trap_values",
    "words",
    "worked_line",
]

DRAWS = 500
_NOTHING: Drawn = {}
APART = 0.05
_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_.]*)\}")


def draw(question: Question, rng: random.Random, *, known: Drawn = _NOTHING) -> Ask:
    """Return a new ask of a question, with the numbers that are `known`; DrawProblem without fair ones."""
    if isinstance(question, Numeric):
        return Ask(question.id, question.rev, numbers=_fair_numbers(question, rng, known))
    return Ask(question.id, question.rev, order=_shuffled(question, rng))


def _shuffled(question: Question, rng: random.Random) -> tuple[int, ...]:
    """Return the bank indexes in the order shown; steps never stand in the right order already."""
    shown = list(range(_parts(question)))
    rng.shuffle(shown)
    while isinstance(question, Order) and shown == sorted(shown):
        rng.shuffle(shown)
    return tuple(shown)


def _parts(question: Question) -> int:
    """Return how many options or steps are shown in an order of their own."""
    if isinstance(question, Order):
        return len(question.steps)
    return len(question.options) if isinstance(question, Choice | Multi | Bug) else 0


def still_fits(question: Question, ask: Ask) -> bool:
    """Return whether an earlier ask could still be one of a question, which may have been edited since."""
    if (ask.item, ask.rev) != (question.id, question.rev):
        return False
    if not isinstance(question, Numeric):
        return not ask.numbers and sorted(ask.order) == list(range(_parts(question)))
    return (
        not ask.order and ask.numbers.keys() == question.params.keys() and not _fault(question, ask.numbers)
    )


def any_numbers(question: Numeric, rng: random.Random) -> Drawn:
    """Return a value for each parameter, fair or not; DrawProblem where a range has no end."""
    return {name: draw_value(param, rng) for name, param in question.params.items()}


def _fair_numbers(question: Numeric, rng: random.Random, known: Drawn) -> Drawn:
    """Return numbers whose right answer no trap comes near."""
    fault, given = "", {name: value for name, value in known.items() if name in question.params}
    for _ in range(DRAWS):
        numbers = any_numbers(question, rng) | given
        fault = _fault(question, numbers)
        if not fault:
            return numbers
    raise DrawProblem(f"no fair numbers in {DRAWS} draws: {fault}")


def _fault(question: Numeric, numbers: Drawn) -> str:
    """Return why a draw must not be shown, or an empty text.

    A tolerance wider than 5 % widens the gap: else the trap's answer would be right as well.
    """
    try:
        right = right_value(question, numbers)
        traps = trap_values(question, numbers)
    except DrawProblem as problem:
        return str(problem)
    gap = max(APART, tolerance(question)) * abs(right)
    near = (trap.misconception for trap, value in traps if abs(value - right) <= gap)
    return next((f"the trap `{name}` lies too near the right answer" for name in near), "")


def tolerance(question: Numeric) -> float:
    """Return how far an answer may lie from the right one, relative to it; 0 for `exact`."""
    return 0.0 if question.tolerance == "exact" else float(question.tolerance.removesuffix("%")) / 100


def namespace(question: Numeric, numbers: Drawn) -> dict[str, Number]:
    """Return the names that arithmetic knows: each number drawn, and `row.field` for a table's row."""
    names: dict[str, Number] = {}
    for name, param in question.params.items():
        fields = {f"{name}.{field}": value for field, value in row_of(param, numbers[name]).items()}
        for key, value in {name: numbers[name], **fields}.items():
            if isinstance(value, int | float):
                names[key] = value
    return names


def words(question: Question, numbers: Drawn) -> dict[str, str]:
    """Return what the placeholders of a question's texts show: `16,384`, `BF16`, `Llama-3-8B`."""
    if not isinstance(question, Numeric):
        return {}
    shown = {name: _shown(value) for name, value in namespace(question, numbers).items()}
    for name, param in question.params.items():
        named: Mapping[Number | str, str] = dict(zip(param.values, param.names, strict=False))
        label = named.get(numbers[name]) or row_of(param, numbers[name]).get("name")
        if label is not None:
            shown[f"{name}.name"] = str(label)
    return shown


def _shown(value: Number) -> str:
    if isinstance(value, bool):
        return str(value)
    if float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.10g}"


def placeholders(text: str) -> tuple[str, ...]:
    """Return the names that stand in braces in a text, known or not, in the order written."""
    return tuple(_PLACEHOLDER.findall(text))


def fill(text: str, words: Mapping[str, str]) -> str:
    """Return a text with `{name}` replaced for the known names; every other brace stays as typed."""
    return _PLACEHOLDER.sub(lambda found: words.get(found[1], found[0]), text)


def right_value(question: Numeric, numbers: Drawn) -> float:
    """Return the right answer in base units; DrawProblem where it can't be computed."""
    return _formula_value(question.formula, question.args, namespace(question, numbers))


def trap_values(question: Numeric, numbers: Drawn) -> list[tuple[Trap, float]]:
    """Return each trap with its answer in base units; DrawProblem where one can't be computed."""
    names = namespace(question, numbers)
    return [(trap, _trap_value(question, trap, names)) for trap in question.traps]


def worked_line(question: Numeric, numbers: Drawn) -> str:
    """Return the worked line with the numbers drawn and the answer in its unit."""
    shown = quantity.display(right_value(question, numbers), question.unit)
    return fill(question.worked, words(question, numbers) | {"answer": shown})


def _trap_value(question: Numeric, trap: Trap, names: dict[str, Number]) -> float:
    """Return a trap's answer; its formula takes the question's `args` where the trap has none of its own."""
    if trap.expression:
        return _number(trap.expression, lambda: evaluate(trap.expression, names))
    return _formula_value(trap.formula, trap.args, names, lent=question.args)


def _formula_value(
    name: str, args: Mapping[str, str], names: dict[str, Number], lent: Mapping[str, str] | None = None
) -> float:
    def compute() -> Number:
        formula = registry.formula(name)
        wanted = inspect.signature(formula).parameters
        written = {key: text for key, text in (lent or {}).items() if key in wanted} | dict(args)
        given = {key: names[key] for key in wanted if key in names}
        return formula(**given | {key: evaluate(text, names) for key, text in written.items()})

    return _number(name, compute)


def _number(source: str, compute: Callable[[], Number]) -> float:
    try:
        value = float(compute())
    except (ArithmeticError, LookupError, TypeError, ValueError) as problem:
        raise DrawProblem(f"`{source}` can't be computed: {problem}") from problem
    if not math.isfinite(value):
        raise DrawProblem(f"`{source}` gives no finite number")
    return value
