# ruff: noqa
# mypy: ignore-errors
"""Sleeps for an hour, using no CPU. Must fail."""

RIGHT = "failed"
SAYS = "still running"

import time


def before():
    time.sleep(3600)
