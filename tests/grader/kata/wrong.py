# ruff: noqa
# mypy: ignore-errors
# as right.py, and every answer is wrong

before = globals().get("before", lambda: None)
after = globals().get("after", lambda value: value)


def scale(x, by):
    before()
    return after(x + by)


def largest(numbers, key=None):
    before()
    return after(numbers[0] if numbers else 0)


class Tally:
    def __init__(self):
        before()
        self.counts = {}

    def add(self, word):
        before()
        self.counts[word] = 1
