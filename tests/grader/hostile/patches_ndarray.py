# ruff: noqa
# mypy: ignore-errors
"""Puts its own class where numpy has its arrays. Must fail."""

RIGHT = None

import numpy as np


class Liar:
    def __eq__(self, other):
        return True

    __hash__ = None


np.ndarray = np.generic = Liar
