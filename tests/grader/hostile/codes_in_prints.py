# ruff: noqa
# mypy: ignore-errors
"""Prints escape codes and bytes that are no text. Shown harmless; right answers pass."""

RIGHT = "passed"

import os
import sys

print("\x1b[2J\x1b]0;owned\x07")
sys.stdout.flush()
os.write(1, b"\xff\xfe\x00\xed\xa0\x80")
