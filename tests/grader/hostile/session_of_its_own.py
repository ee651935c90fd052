# ruff: noqa
# mypy: ignore-errors
"""Leaves its process group, where a signal to the group would find it. It must be gone."""

RIGHT = "failed"
SAYS = "still running"

import os
import time

try:
    os.setsid()
except OSError:
    pass


def before():
    time.sleep(3600)
