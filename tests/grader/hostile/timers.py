# ruff: noqa
# mypy: ignore-errors
"""Has a timer raise in whatever runs, the worker too. Never passes with wrong answers."""

RIGHT = None

import signal


def ring(*_):
    raise SystemExit(0)


def before():
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
