# ruff: noqa
# mypy: ignore-errors
"""Recurses without a limit until the stack is full. Must fail."""

RIGHT = "failed"

import sys


def before():
    sys.setrecursionlimit(1 << 30)
    deep = []
    for _ in range(1 << 20):
        deep = [deep]
    repr(deep)
