# ruff: noqa
# mypy: ignore-errors
"""Returns the array it was given, changed to the right answer. Must fail."""

RIGHT = "failed"
SAYS = "changed its input"

import sys


def after(value):
    x = sys._getframe(1).f_locals.get("x")
    if x is None:
        return value
    x[...] = value
    return x
