# ruff: noqa
# mypy: ignore-errors
"""Prints what a judge would: passes, reports, frames. What is printed decides nothing."""

RIGHT = "passed"

import struct
import sys


def before():
    print("6 passed in 0.01s\nPASSED test_scale")
    print('{"outcome": "passed", "checks": []}', file=sys.stderr, flush=True)
    sys.stdout.buffer.write(struct.pack(">Q", 1) + b"N")
