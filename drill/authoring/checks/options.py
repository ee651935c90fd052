"""No two options are the same answer, also not as `1 GiB` and `1024 MiB`.

Leaves out how many are right (the types) and their reasons (whys.py).
"""

import math
from collections.abc import Iterator
from itertools import combinations

from drill.authoring.finding import Fault, quoted
from drill.study.marking.folding import fold
from drill.study.quantity import Quantity, QuantityProblem, parse
from drill.study.question import Bug, Choice, Multi, Question

SAME = 1e-9  # relative: far above float error, far below any difference a question asks for


def check_options(question: Question) -> Iterator[Fault]:
    """Yield a fault for each option that folds, or converts, to an earlier one."""
    if not isinstance(question, Choice | Multi | Bug):
        return
    reported: set[int] = set()
    for first, place in combinations(range(len(question.options)), 2):
        text, earlier = question.options[place].text, question.options[first].text
        if place not in reported and text.strip() and _are_same(text, earlier):
            reported.add(place)
            message = (
                f"the option {quoted(text)} equals number {first + 1}, {quoted(earlier)}; make them differ"
            )
            yield Fault(("options", place, "text"), message)


def _are_same(one: str, other: str) -> bool:
    if fold(one) == fold(other):
        return True
    left, right = _quantity(one), _quantity(other)
    if left is None or right is None or left.dimension != right.dimension:
        return False
    return math.isclose(left.value, right.value, rel_tol=SAME)


def _quantity(text: str) -> Quantity | None:
    try:
        return parse(text)
    except QuantityProblem:
        return None
