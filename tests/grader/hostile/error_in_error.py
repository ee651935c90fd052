# ruff: noqa
# mypy: ignore-errors
"""Raises an error whose text raises. Must fail with its name."""

RIGHT = "failed"
SAYS = "Broken"


class Broken(Exception):
    def __str__(self):
        raise SystemExit


def before():
    raise Broken
