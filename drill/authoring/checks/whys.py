"""The reasons beside options, slips and traps: each says something of its own.

Leaves out blank ones (texts.py) and missing ones (the types).
"""

from collections.abc import Iterator

from drill.authoring.checks.repeats import repeats
from drill.authoring.checks.texts import texts
from drill.authoring.finding import Fault, FieldPath
from drill.study.question import Question


def check_whys(question: Question) -> Iterator[Fault]:
    """Yield a fault for each `why` that repeats an earlier one word for word."""
    whys = [(path, text) for path, text in texts(question) if path[-1] == "why"]
    for place, first in repeats(" ".join(text.split()) for _, text in whys):
        message = f"`why` repeats that of {_name(whys[first][0])}; say what is wrong with this one"
        yield Fault(whys[place][0], message)


def _name(path: FieldPath) -> str:
    return f"`{path[0]}` number {int(path[1]) + 1}"
