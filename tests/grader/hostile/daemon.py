# ruff: noqa
# mypy: ignore-errors
"""Leaves a daemon: two forks, a session of its own, deaf to signals. It must be gone."""

RIGHT = "passed"

import os
import signal
import time

try:
    if os.fork() == 0:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        if os.fork() == 0:
            while True:
                time.sleep(1)
        os._exit(0)
except OSError:
    pass
