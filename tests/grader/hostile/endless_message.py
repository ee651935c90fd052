# ruff: noqa
# mypy: ignore-errors
"""Raises an error with a message of 50 MB. Must fail, cut short."""

RIGHT = "failed"
SAYS = "ValueError"


def before():
    raise ValueError("x" * 50_000_000)
