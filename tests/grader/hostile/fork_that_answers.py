# ruff: noqa
# mypy: ignore-errors
"""Forks in a call: two processes answer on one pipe. Never passes with wrong answers."""

RIGHT = None

import os


def before():
    try:
        os.fork()
    except OSError:
        pass
