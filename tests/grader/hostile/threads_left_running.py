# ruff: noqa
# mypy: ignore-errors
"""Leaves threads running when its calls return. They end with the verdict."""

RIGHT = "passed"

import threading
import time


def idle():
    while True:
        time.sleep(0.05)


for daemon in (True, False):
    threading.Thread(target=idle, daemon=daemon).start()
