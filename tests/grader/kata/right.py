# ruff: noqa
# mypy: ignore-errors
# follows a hostile file, which may say what is done before each call and with each answer

before = globals().get("before", lambda: None)
after = globals().get("after", lambda value: value)


def scale(x, by):
    before()
    return after(x * by)


def largest(numbers, key=None):
    before()
    if not numbers:
        raise ValueError("no numbers")
    best = numbers[0]
    for number in numbers:
        if (key(number) if key else number) > (key(best) if key else best):
            best = number
    return after(best)


class Tally:
    def __init__(self):
        before()
        self.counts = {}

    def add(self, word):
        before()
        self.counts[word] = self.counts.get(word, 0) + 1
