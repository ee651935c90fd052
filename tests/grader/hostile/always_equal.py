# ruff: noqa
# mypy: ignore-errors
"""Returns an object that equals everything. Must fail: objects stay behind handles."""

RIGHT = "failed"


class Anything:
    shape, dtype, ndim = (3,), float, 1

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __getattr__(self, name):
        return self

    def __len__(self):
        return 3

    __hash__ = object.__hash__


def after(value):
    return Anything()
