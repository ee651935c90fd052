# ruff: noqa
# mypy: ignore-errors
"""Raises errors whose class says it is another. Must fail."""

RIGHT = "failed"


class Meta(type):
    @property
    def __name__(cls):
        return "Passed\x1b[2J"


class Liar(Exception, metaclass=Meta):
    def __str__(self):
        return Sly("done")


class Sly(str):
    def __getitem__(self, _):
        return self


def before():
    raise Liar
