# ruff: noqa
# mypy: ignore-errors
"""Returns arrays of objects that compare as they like. Must fail."""

RIGHT = "failed"
SAYS = "objects"

import numpy as np


class Anything:
    def __eq__(self, other):
        return True

    __hash__ = None


def after(value):
    return np.array([Anything()] * 3, dtype=object)
