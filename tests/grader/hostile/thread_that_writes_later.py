# ruff: noqa
# mypy: ignore-errors
"""Leaves a thread that writes into the pipe between the calls. Never passes with wrong answers."""

RIGHT = None

import os
import sys


def judge_side():
    """Find the worker that called us, by the frames above."""
    frame = sys._getframe()
    while frame is not None:
        worker = frame.f_locals.get("self")
        if hasattr(worker, "_protocol"):
            return worker
        frame = frame.f_back


def turn():
    frame = sys._getframe()
    while "turn" not in frame.f_locals or frame.f_code.co_name != "serve":
        frame = frame.f_back
    return frame.f_locals["turn"]


import threading
import time


def drip(worker):
    while True:
        time.sleep(0.002)
        os.write(worker._out, worker._protocol.frame(worker._protocol.pack((0, "callback", 0, []))))


def before():
    threading.Thread(target=drip, args=(judge_side(),), daemon=True).start()
