# ruff: noqa
# mypy: ignore-errors
"""Ignores every signal that can be ignored. It ends all the same."""

RIGHT = "failed"
SAYS = "still running"

import signal
import time

for number in signal.valid_signals():
    try:
        signal.signal(number, signal.SIG_IGN)
    except OSError:
        continue


def before():
    time.sleep(3600)
