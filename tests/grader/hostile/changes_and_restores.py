# ruff: noqa
# mypy: ignore-errors
"""Changes its input and puts it back. Harmless."""

RIGHT = None

import sys


def before():
    x = sys._getframe(1).f_locals.get("x")
    if x is not None:
        x += 1.5
        x -= 1.5
