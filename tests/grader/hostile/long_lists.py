# ruff: noqa
# mypy: ignore-errors
"""Returns a nested list of 10^7 numbers. Must fail soon."""

RIGHT = "failed"
SAYS = "more than"


def after(value):
    return [[0] * 1000] * 10_000
