# ruff: noqa
# mypy: ignore-errors
"""Calls a function of the test with what it can't take. Must fail, not break."""

RIGHT = "failed"

import sys


def before():
    key = sys._getframe(1).f_locals.get("key")
    if key:
        key()
