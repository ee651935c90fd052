# ruff: noqa
# mypy: ignore-errors
"""Returns a list that holds itself. Must fail."""

RIGHT = "failed"
SAYS = "nested deeper"


def after(value):
    whole = []
    whole.append(whole)
    return whole
