# ruff: noqa
# mypy: ignore-errors
"""Raises KeyboardInterrupt in a call, as if the learner had stopped. Must fail."""

RIGHT = "failed"
SAYS = "the code exited"


def before():
    raise KeyboardInterrupt
