# ruff: noqa
# mypy: ignore-errors
"""Gives classes names with escape codes and surrogates. Must fail, made harmless."""

RIGHT = "failed"


def after(value):
    return type("Evil\x1b[2J\u202e", (), {})()
