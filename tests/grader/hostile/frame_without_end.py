# ruff: noqa
# mypy: ignore-errors
"""Announces a frame of 2^60 bytes. Must fail, and the judge reserves nothing."""

RIGHT = "failed"
SAYS = "is the most"

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
    os.write(judge_side()._out, (1 << 60).to_bytes(8, "big"))
