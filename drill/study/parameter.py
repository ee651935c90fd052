"""Draws a value of one parameter, in each of its three forms, and finds a table's row.

Leaves out whether the values drawn fit together (instance.py).
"""

import math
import random
from collections.abc import Mapping
from typing import Any

from drill.facts import registry
from drill.study.question import Number, Param


class DrawProblem(ValueError):
    """A question's numbers can't be drawn, or nothing can be computed from them."""


def draw_value(param: Param, rng: random.Random) -> Number | str:
    """Return one of a parameter's values, or the key of one of its rows."""
    if param.table is not None:
        return rng.choice(param.rows)
    if param.start is None or param.stop is None:
        return rng.choice(param.values)
    try:
        return _ranged(param.start, param.stop, param, rng)
    except (ArithmeticError, ValueError) as problem:
        raise DrawProblem("a range needs finite `from`, `to` and `step` or `times`") from problem


def _ranged(start: Number, stop: Number, param: Param, rng: random.Random) -> Number:
    # a hair more than none: log(8, 2) may come out as 2.9999999999999996
    if param.times is not None:
        most = math.floor(math.log(stop / start, param.times) + 1e-9)
        return _tidy(start * param.times ** rng.randint(0, most))
    step = param.step or 1
    return _tidy(start + step * rng.randint(0, math.floor((stop - start) / step + 1e-9)))


def _tidy(value: Number) -> Number:
    """Return a number without the noise of its float steps: 0.1 + 2 * 0.1 is 0.3."""
    return value if isinstance(value, int) else float(f"{value:.12g}")


def row_of(param: Param, key: Number | str) -> Mapping[str, Any]:
    """Return a table's row by field; empty for a parameter of numbers.

    Raises DrawProblem where the table has no such row any more.
    """
    if param.table is None:
        return {}
    rows = registry.table(param.table)
    if key not in rows:
        raise DrawProblem(f"table `{param.table}` has no row `{key}`")
    return rows[str(key)]._asdict()
