# ruff: noqa
# mypy: ignore-errors
"""Registers work for the end of its process. Nothing is left."""

RIGHT = "passed"

import atexit
import os


def late():
    with open("@KATA@/drill-hostile-late", "w") as file:
        file.write("here")
    while True:
        pass


atexit.register(late)
os.register_at_fork(before=late)
