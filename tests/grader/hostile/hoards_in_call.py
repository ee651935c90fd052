# ruff: noqa
# mypy: ignore-errors
"""Takes memory until there is none. Must fail: out of memory."""

RIGHT = "failed"
SAYS = "MemoryError"


def before():
    hoard = []
    while True:
        hoard.append(bytes(1 << 26))
