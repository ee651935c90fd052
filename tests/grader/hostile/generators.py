# ruff: noqa
# mypy: ignore-errors
"""Returns generators and other lazy objects. Must fail."""

RIGHT = "failed"


def after(value):
    return (part for part in [value])
