# ruff: noqa
# mypy: ignore-errors
"""Ends its process with exit code 0 while it is imported. Must fail: no complete reply is an error."""

RIGHT = "failed"
SAYS = "ended the process"

import os

os._exit(0)
