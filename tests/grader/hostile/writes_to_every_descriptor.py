# ruff: noqa
# mypy: ignore-errors
"""Writes junk to every descriptor it finds. Must fail."""

RIGHT = "failed"

import os


def before():
    for descriptor in range(256):
        try:
            os.write(descriptor, b"passed" * 100)
        except OSError:
            pass
