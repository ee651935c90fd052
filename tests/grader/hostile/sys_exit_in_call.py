# ruff: noqa
# mypy: ignore-errors
"""Leaves by SystemExit in a call. Must fail, and the next check goes on."""

RIGHT = "failed"
SAYS = "the code exited"

import sys


def before():
    sys.exit(0)
