# ruff: noqa
# mypy: ignore-errors
"""Asks for 10 GB. Is refused them, and goes on."""

RIGHT = "passed"

refused = False
try:
    hoard = bytearray(10 << 30)
except MemoryError:
    refused = True
if not refused:
    raise SystemError("10 GB were given")
