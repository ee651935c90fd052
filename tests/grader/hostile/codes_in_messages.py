# ruff: noqa
# mypy: ignore-errors
"""Raises an error with escape codes, direction marks and lone surrogates. Must fail, made harmless."""

RIGHT = "failed"
SAYS = "second line"


def before():
    raise ValueError("\ud800 \x1b[2J\x1b]0;owned\x07 \u202e\x00\r\nsecond line")
