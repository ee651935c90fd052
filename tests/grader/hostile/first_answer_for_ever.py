# ruff: noqa
# mypy: ignore-errors
"""Keeps its first answer and gives it to every later call. Never passes."""

RIGHT = "failed"

first = {}


def after(value):
    return first.setdefault(type(value), value)
