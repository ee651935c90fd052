# ruff: noqa
# mypy: ignore-errors
"""Replaces the methods of the worker. It knows no right answer, so never passes."""

RIGHT = "failed"

import sys

worker = sys.modules["__main__"].Worker
worker._call = lambda *_: ("value", True, "", {})
worker._raised = lambda *_: ("value", True, "", {})
