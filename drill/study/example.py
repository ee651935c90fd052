"""Shows a question outside an ask: some numbers stand where its placeholders are.

Leaves out numbers that are fair to answer (instance.py).
"""

from random import Random

from drill.study.instance import DrawProblem, any_numbers, words
from drill.study.question import Numeric, Question


def example_words(question: Question, rng: Random) -> dict[str, str]:
    """Return what the placeholders of a question's texts may show; none where no numbers can be drawn."""
    if not isinstance(question, Numeric):
        return {}
    try:
        return words(question, any_numbers(question, rng))
    except DrawProblem:
        return {}
