# ruff: noqa
# mypy: ignore-errors
"""Raises NotImplementedError in every call, as the starter does. Is not started, never passed."""

RIGHT = "not started"


def before():
    raise NotImplementedError
