# ruff: noqa
# mypy: ignore-errors
"""Returns an array of a class that answers every comparison itself. Must fail."""

RIGHT = "failed"

import numpy as np


class Agreeable(np.ndarray):
    def __array_function__(self, *_, **__):
        return True

    def __array_ufunc__(self, *_, **__):
        return np.True_

    def __eq__(self, other):
        return np.ones(self.shape, bool)

    def __sub__(self, other):
        return np.zeros(self.shape)


def after(value):
    return np.asarray(value).view(Agreeable)
