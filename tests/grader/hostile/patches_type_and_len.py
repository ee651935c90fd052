# ruff: noqa
# mypy: ignore-errors
"""Breaks built-in functions that the worker lives by. Must fail."""

RIGHT = None

import builtins


def before():
    builtins.len = lambda _: 0
    builtins.type = lambda _: int
    builtins.getattr = builtins.memoryview = None
