# ruff: noqa
# mypy: ignore-errors
"""Hides a changed input behind a hash that never changes. No use: it was bound before."""

RIGHT = "failed"
SAYS = "changed its input"

import hashlib
import sys


class Same:
    def __init__(self, *_, **__):
        pass

    def hexdigest(self):
        return "0" * 32


hashlib.blake2b = Same


def before():
    x = sys._getframe(1).f_locals.get("x")
    if x is not None:
        x += 1
