# ruff: noqa
# mypy: ignore-errors
"""Loops for ever and catches whatever is thrown at it. Must fail."""

RIGHT = "failed"
SAYS = "still running"


def before():
    while True:
        try:
            while True:
                pass
        except:
            continue
