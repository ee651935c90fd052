# ruff: noqa
# mypy: ignore-errors
"""Returns an integer that Python refuses to print. Must fail, and not trip the report."""

RIGHT = "failed"
SAYS = "an integer of"


def after(value):
    return 10**20000
