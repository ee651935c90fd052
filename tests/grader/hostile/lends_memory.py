# ruff: noqa
# mypy: ignore-errors
"""Returns an object that shows numpy a stretch of memory. Must fail, and not crash the judge."""

RIGHT = "failed"


class Lender:
    @property
    def __array_interface__(self):
        return {"shape": (3,), "typestr": "<f8", "data": (64, False), "version": 3}

    @property
    def __array_struct__(self):
        return 64

    def __array__(self, *_, **__):
        return 11


def after(value):
    return Lender()
