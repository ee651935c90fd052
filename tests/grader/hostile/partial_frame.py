# ruff: noqa
# mypy: ignore-errors
"""Sends half of a frame and sleeps. Must fail."""

RIGHT = "failed"
SAYS = "still running"

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


def before():
    import time

    os.write(judge_side()._out, bytes(5))
    time.sleep(3600)
