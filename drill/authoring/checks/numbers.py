"""What a numeric question names exists and can be read: rows, formulas, arguments, unit, placeholders.

Leaves out what comes out over many draws (draws.py).
"""

import inspect
import random
from collections.abc import Iterator, Mapping, Set

from drill.authoring.checks.links import mend
from drill.authoring.finding import Fault, FieldPath, quoted
from drill.facts import registry
from drill.study import quantity
from drill.study.arithmetic import ArithmeticProblem, evaluate
from drill.study.instance import DrawProblem, any_numbers, namespace, placeholders, words
from drill.study.question import Number, Numeric, Question

Texts = Mapping[str, str]


def check_numbers(question: Question, rng: random.Random) -> Iterator[Fault]:
    """Yield a fault for each name or expression of a numeric question that means nothing."""
    if not isinstance(question, Numeric):
        return
    yield from _check_unit(question)
    yield from _check_band(question)
    rows = list(_check_rows(question))
    yield from rows or _check_with_numbers(question, rng)


def _check_unit(question: Numeric) -> Iterator[Fault]:
    try:
        quantity.unit(question.unit)
    except quantity.QuantityProblem as problem:
        yield Fault(("unit",), f'{problem}; take a unit that drill knows, or `""` for a ratio')


def _check_band(question: Numeric) -> Iterator[Fault]:
    low, high = question.band
    if not low < high:
        yield Fault(("band",), f"`band` runs from {low:g} to {high:g}; put the lower end first")


def _check_rows(question: Numeric) -> Iterator[Fault]:
    for name, param in question.params.items():
        known = registry.table(param.table) if param.table else {}
        for index, row in enumerate(param.rows):
            if row not in known:
                hint = mend(row, known, "see drill/facts")
                yield Fault(
                    ("params", name, "rows", index), f"table `{param.table}` has no row {quoted(row)}; {hint}"
                )


def _check_with_numbers(question: Numeric, rng: random.Random) -> Iterator[Fault]:
    try:
        numbers = any_numbers(question, rng)
    except DrawProblem as problem:
        yield Fault(("params",), f"{problem}; mend the range")
        return
    names = namespace(question, numbers)
    yield from _check_formula(question.formula, question.args, {}, names, ())
    for index, trap in enumerate(question.traps):
        at: FieldPath = ("traps", index)
        if trap.expression:
            yield from _check_expression(trap.expression, names, (*at, "expression"))
        else:
            yield from _check_formula(trap.formula, trap.args, question.args, names, at)
    yield from _check_placeholders(question, words(question, numbers).keys())


def _check_formula(
    name: str, args: Texts, lent: Texts, names: Mapping[str, Number], at: FieldPath
) -> Iterator[Fault]:
    """Yield the faults of a formula and of its arguments; `lent` are the question's, for a trap."""
    try:
        takes = inspect.signature(registry.formula(name)).parameters
    except LookupError as problem:
        yield Fault((*at, "formula"), str(problem.args[0]))
        return
    unknown = [key for key in args if key not in takes]
    for key in unknown:
        yield Fault(
            (*at, "args", key), f"`{name}` takes no {quoted(key)}; {mend(key, takes, 'delete the line')}"
        )
    given = args.keys() | lent.keys() | names.keys()
    lacks = [key for key, one in takes.items() if one.default is one.empty and key not in given]
    if lacks and not unknown:
        yield Fault((*at, "formula"), f"`{name}` lacks `{lacks[0]}`; add it to `args` or `params`")
    for key, text in args.items():
        yield from _check_expression(text, names, (*at, "args", key))


def _check_expression(text: str, names: Mapping[str, Number], path: FieldPath) -> Iterator[Fault]:
    try:
        evaluate(text, names)
    except ArithmeticProblem as problem:
        yield Fault(path, f"{quoted(text)} can't be computed: {problem}; mend the expression")


def _check_placeholders(question: Numeric, known: Set[str]) -> Iterator[Fault]:
    for field, names in (("prompt", known), ("worked", known | {"answer"})):
        unknown = [name for name in placeholders(getattr(question, field)) if name not in names]
        for name in dict.fromkeys(unknown):
            yield Fault((field,), f"`{{{name}}}` names no parameter; {mend(name, names, 'mend the name')}")
