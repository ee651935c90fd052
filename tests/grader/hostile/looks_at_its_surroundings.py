# ruff: noqa
# mypy: ignore-errors
"""Looks for names and keys of the learner in its environment. Finds none."""

RIGHT = "passed"

import os

left = set(os.environ) - {
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
}
if left:
    raise SystemError(f"the environment has {left}")
if os.path.expanduser("~") != "~":
    try:
        os.listdir(os.path.expanduser("~"))
    except OSError:
        pass
    else:
        raise SystemError("the home folder can be listed")
