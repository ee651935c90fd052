# ruff: noqa
# mypy: ignore-errors
"""Deletes its own functions after the import. Must fail."""

RIGHT = "failed"

import sys


def before():
    for name in ("scale", "largest", "Tally"):
        globals().pop(name, None)
