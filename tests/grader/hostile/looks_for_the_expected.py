# ruff: noqa
# mypy: ignore-errors
"""Searches frames, objects, arguments and environment for what is expected. Finds nothing."""

RIGHT = "passed"

import gc
import os
import sys

SECRET = "the-secret-that-" + "is-expected"


def before():
    frame = sys._getframe()
    while frame is not None:
        seen = [*frame.f_locals.values(), *frame.f_globals.values()]
        if any(isinstance(value, str) and value == SECRET and value is not SECRET for value in seen):
            raise SystemError("found in a frame")
        frame = frame.f_back
    if SECRET in repr(sys.argv) or SECRET in repr(dict(os.environ)):
        raise SystemError("found in the arguments")
    for thing in gc.get_objects():
        if type(thing) in (list, tuple) and any(
            type(part) is str and part == SECRET and part is not SECRET for part in thing
        ):
            raise SystemError("found among the objects")


first, last = before, []


def before():
    # the search is slow: once, in a call
    if not last and sys.gettrace() is None:
        last.append(1)
        first()
