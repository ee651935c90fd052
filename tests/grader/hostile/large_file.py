# ruff: noqa
# mypy: ignore-errors
"""Writes a file without end. Is stopped at the limit."""

RIGHT = "passed"

written = 0
try:
    with open("large", "wb", buffering=0) as file:
        while written < 1 << 28:
            written += file.write(bytes(1 << 16))
except OSError:
    pass
if written >= 1 << 28:
    raise SystemError("256 MB were written")
