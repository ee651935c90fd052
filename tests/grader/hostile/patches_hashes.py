# ruff: noqa
# mypy: ignore-errors
"""Hides a changed input behind a hash that never changes. Must fail: the first hash is the judge's."""

RIGHT = "failed"
SAYS = "changed its input"

import hashlib


class Same:
    def __init__(self, *_, **__):
        pass

    def hexdigest(self):
        return "0" * 32


hashlib.blake2b = Same
