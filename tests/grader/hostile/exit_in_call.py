# ruff: noqa
# mypy: ignore-errors
"""Ends its process with exit code 0 in a call. Must fail."""

RIGHT = "failed"
SAYS = "ended the process"

import os


def before():
    os._exit(0)
