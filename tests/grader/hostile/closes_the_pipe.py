# ruff: noqa
# mypy: ignore-errors
"""Closes every descriptor but the first three. Must fail."""

RIGHT = "failed"

import os


def before():
    os.closerange(3, 256)
