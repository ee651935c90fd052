# ruff: noqa
# mypy: ignore-errors
"""Leaves an orphan that closed every file and left its group. It must be gone."""

RIGHT = "passed"

import os
import time

try:
    if os.fork() == 0:
        if os.fork() == 0:
            os.closerange(0, 256)
            os.setsid()
            os.chdir("/")
            while True:
                time.sleep(0.01)
        os._exit(0)
except OSError:
    pass
