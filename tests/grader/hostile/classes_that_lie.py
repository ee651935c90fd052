# ruff: noqa
# mypy: ignore-errors
"""Returns objects of a class whose name raises or loops, and whose order of bases lies. Must fail."""

RIGHT = "failed"


class Meta(type):
    @property
    def __name__(cls):
        raise RuntimeError("no name")

    def mro(cls):
        return [cls, int, object] if False else type.mro(cls)

    def __instancecheck__(cls, thing):
        return True


class Liar(metaclass=Meta):
    __module__ = "numpy"

    @property
    def __class__(self):
        return float


def after(value):
    return Liar()
