# ruff: noqa
# mypy: ignore-errors
"""Looks into folders that are not its own. Must be refused."""

RIGHT = "passed"

import os

for path in ("@KATA@", "@ROOT@", "@ROOT@/solutions", "/", "/tmp", "..", "/proc", "/home", "/root"):
    try:
        os.listdir(path)
    except OSError:
        continue
    raise SystemError(f"{path} was listed")
