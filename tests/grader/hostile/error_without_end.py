# ruff: noqa
# mypy: ignore-errors
"""Raises an error whose text never comes. Must fail in time."""

RIGHT = "failed"
SAYS = "still running"


class Endless(Exception):
    def __str__(self):
        while True:
            pass


def before():
    raise Endless
