# ruff: noqa
# mypy: ignore-errors
"""Returns numbers, texts and dicts of classes that agree with everything. Must fail."""

RIGHT = "failed"


def agreeing(base):
    return type(
        base.__name__,
        (base,),
        {
            "__eq__": lambda *_: True,
            "__ne__": lambda *_: False,
            "__hash__": base.__hash__,
            "__sub__": lambda *_: 0.0,
        },
    )


def after(value):
    return agreeing(type(value))(value) if type(value) in (int, float, str) else agreeing(list)(value)
