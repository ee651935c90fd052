# ruff: noqa
# mypy: ignore-errors
"""Keeps its answers by their arguments. Harmless."""

RIGHT = "passed"

import sys

kept = {}


def after(value):
    frame = sys._getframe(1)
    key = repr(sorted((name, repr(item)) for name, item in frame.f_locals.items()))
    return kept.setdefault(key, value)
