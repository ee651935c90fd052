# ruff: noqa
# mypy: ignore-errors
"""Stays for minutes inside one call of numpy, where no Python exception comes. Must fail."""

RIGHT = "failed"
SAYS = "still running"

import numpy as np


def before():
    np.convolve(np.ones(10**6), np.ones(10**6))
