# ruff: noqa
# mypy: ignore-errors
"""Imports the judge, pytest, scipy. Must be refused; right answers pass."""

RIGHT = "passed"

import importlib

for name in ("drill", "drill.grader.judge", "pytest", "_pytest", "scipy", "yaml", "msgspec", "landlock"):
    try:
        importlib.import_module(name)
    except ImportError:
        continue
    raise SystemError(f"{name} was imported")
