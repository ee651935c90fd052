# ruff: noqa
# mypy: ignore-errors
"""Kills its parent and the judge, softly and hard. Must be refused."""

RIGHT = "passed"
NEEDS = "signals"

import os
import signal

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
    for pid in {int("@PID@"), os.getppid()} - {0, 1, os.getpid()}:
        try:
            os.kill(pid, number)
        except OSError:
            continue
        raise SystemError(f"sent {number} to {pid}")
