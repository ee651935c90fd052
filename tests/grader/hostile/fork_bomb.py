# ruff: noqa
# mypy: ignore-errors
"""Forks without end (here: up to 40), each child sleeping on. Nothing may be left."""

RIGHT = "passed"

import os
import time

for _ in range(40):
    try:
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
    except OSError:
        break
