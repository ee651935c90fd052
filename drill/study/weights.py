"""The 21 numbers by which FSRS reckons: a person's own, or the library's.

Leaves out what they do (memory.py) and how they are fitted (tuning.py).
"""

import fsrs_rs_python as fsrs

Weights = tuple[float, ...]
DEFAULT: Weights = tuple(fsrs.DEFAULT_PARAMETERS)
# the last one bends the curve of forgetting
DECAY = DEFAULT[-1]
# what the library keeps to when it fits; outside of it stability or difficulty leave their own bounds
RANGES = (
    *((0.001, 100.0),) * 4,
    (1.0, 10.0),
    *((0.001, 4.0),) * 2,
    (0.001, 0.75),
    (0.0, 4.5),
    (0.0, 0.8),
    (0.001, 3.5),
    (0.001, 5.0),
    (0.001, 0.25),
    (0.001, 0.9),
    (0.0, 4.0),
    (0.0, 1.0),
    (1.0, 6.0),
    *((0.0, 2.0),) * 2,
    (0.0, 0.8),
    (0.1, 0.8),
)


def read(text: str) -> Weights:
    """Read weights as `write` writes them; ValueError saying what they must be."""
    try:
        weights = tuple(float(number) for number in text.split(","))
        are_usable = all(low <= weight <= high for weight, (low, high) in zip(weights, RANGES, strict=True))
    except ValueError:
        are_usable = False
    if not are_usable:
        raise ValueError(f"takes {len(RANGES)} numbers as `drill tune` finds them, or default")
    return weights


def write(weights: Weights) -> str:
    """Return weights as text, to four places."""
    return ",".join(f"{weight:.4f}" for weight in weights)
