# ruff: noqa
# mypy: ignore-errors
"""Returns empty arrays, where a comparison of nothing would hold. Must fail."""

RIGHT = "failed"

import numpy as np


def after(value):
    return np.empty(0) if isinstance(value, np.ndarray) else []
