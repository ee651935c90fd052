# ruff: noqa
# mypy: ignore-errors
"""Answers in turn with replies that are none: the judge must call it failed, not broken."""

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


ODD = [
    ("value", 3, 4, {}),
    ("value", 3, "", {"value": 3}),
    ("value", 3, "", {"steps": float("nan")}),
    ("value",),
    ("raised", [1, None], "text", "trace"),
    ("callback", "x", [], {}),
    ("passed", True),
]


def before():
    ODD.append(ODD.pop(0))
    worker = judge_side()
    worker._send((turn(), *ODD[0]))
