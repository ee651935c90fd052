# ruff: noqa
# mypy: ignore-errors
"""Prints 1 GB, whatever is raised. Must end soon and say so."""

RIGHT = "failed"
SAYS = "printed more than"

import os


def before():
    for _ in range(1000):
        try:
            os.write(1, b"x" * (1 << 20))
        except OSError:
            pass
