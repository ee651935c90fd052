# ruff: noqa
# mypy: ignore-errors
"""Answers its own import with a value that is no list of names. Must fail, and not trip the judge."""

RIGHT = "failed"

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


worker = judge_side()
worker._send((turn(), "value", 5, "", {}))
