# ruff: noqa
# mypy: ignore-errors
"""Recurses until Python says no. Harmless."""

RIGHT = "passed"


def fall():
    return fall()


try:
    fall()
except RecursionError:
    pass
