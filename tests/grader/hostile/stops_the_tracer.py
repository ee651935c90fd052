# ruff: noqa
# mypy: ignore-errors
"""Switches off what counts its steps. Must fail."""

RIGHT = "failed"
SAYS = "switched off"

import sys


def before():
    sys.settrace(None)
