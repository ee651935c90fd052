# ruff: noqa
# mypy: ignore-errors
"""Has work for when its objects die. Nothing is left."""

RIGHT = "passed"


class Late:
    def __del__(self):
        while True:
            pass


kept = Late()
