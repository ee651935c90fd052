"""Floor and ceiling of a quotient of measured quantities, blind to the noise of floats.

Leaves out rounding for display. 3.0000000000000004 replicas are 3, not 4.
"""

import math

NOISE = 1e-9  # relative: far above float error in a short formula, far below a question's tolerance


def floor(value: float) -> int:
    """Return the largest integer at most `value`, or the integer that `value` is but for noise."""
    nearest = round(value)
    return nearest if math.isclose(value, nearest, rel_tol=NOISE) else math.floor(value)


def ceil(value: float) -> int:
    """Return the smallest integer at least `value`, or the integer that `value` is but for noise."""
    nearest = round(value)
    return nearest if math.isclose(value, nearest, rel_tol=NOISE) else math.ceil(value)
