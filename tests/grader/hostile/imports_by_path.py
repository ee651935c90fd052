# ruff: noqa
# mypy: ignore-errors
"""Removes the finder that refuses, and imports from where packages lie. Must be refused."""

RIGHT = "passed"

import importlib.util
import sys
from importlib.machinery import PathFinder

sys.meta_path[:] = [finder for finder in sys.meta_path if finder.__class__.__name__ != "Importer"]
sys.path[:0] = ["@SITE@", "@ROOT@"]
importlib.invalidate_caches()
for name in ("drill", "pytest", "msgspec"):
    try:
        found = __import__(name)
    except ImportError:
        continue
    raise SystemError(f"{name} was imported")
try:
    spec = importlib.util.spec_from_file_location("hidden", "@KATA@/hidden.py")
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
except OSError:
    pass
else:
    raise SystemError("the hidden tests were imported")
del sys.path[:2]
