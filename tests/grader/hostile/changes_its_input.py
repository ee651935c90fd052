# ruff: noqa
# mypy: ignore-errors
"""Gives right answers but changes what it was given. Must fail."""

RIGHT = "failed"
SAYS = "changed its input"

import sys


def before():
    frame = sys._getframe(1)
    x = frame.f_locals.get("x", frame.f_locals.get("numbers"))
    if x is not None and len(x):
        x[-1] = x[-1] + 0 * 1 if x is None else x[-1] - 1
