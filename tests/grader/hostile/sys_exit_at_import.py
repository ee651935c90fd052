# ruff: noqa
# mypy: ignore-errors
"""Leaves by SystemExit while it is imported. Must fail."""

RIGHT = "failed"
SAYS = "the code exited"

import sys

sys.exit(0)
