"""Scores an interview answer by its key points, less its wrong claims.

Leaves out any judgment of meaning: what it suggests (matching.py) is for the learner to tick.
"""

from collections.abc import Collection

from drill.study.ask import Ask
from drill.study.marking.matching import suggest
from drill.study.marking.outcome import Mark, line_of, retry
from drill.study.question import Open

PASS = 0.5


def mark(question: Open, ask: Ask, text: str, *, tries: int) -> Mark:
    """Mark a text by the key points it seems to say; wrong claims are for people to find."""
    if not text.strip():
        return retry(f"type {grammar(question)}")
    return mark_open(question, suggest(question, text), ())


def mark_open(question: Open, ticks: Collection[int], claims: Collection[int]) -> Mark:
    """Return the mark for the key points ticked and the wrong claims made, both by index in the bank.

    The score is (points said - wrong claims) / points, at least 0; below a half is wrong.
    """
    said = tuple(sorted(set(ticks) & set(range(len(question.points)))))
    made = len(set(claims) & set(range(len(question.wrong_claims))))
    net = len(said) - made
    score = max(0, net) / len(question.points)
    return Mark(
        verdict="right" if score >= PASS else "wrong",
        says=line_of(_says(question, said, made)),
        score=score,
        answer=_points(question),
        picked=said,
        strong=net >= len(question.points) - 1,
    )


def answer(question: Open, ask: Ask) -> str:
    """Return the key points as one text."""
    return _points(question)


def grammar(question: Open) -> str:
    """Return what to type."""
    return "your answer in sentences, ended by a line with a lone ."


def _points(question: Open) -> str:
    return "; ".join(point.text for point in question.points)


def _says(question: Open, said: tuple[int, ...], made: int) -> str:
    """Return how many key points were said and which one to learn next."""
    counted = f"{len(said)} of {len(question.points)} key points"
    wrongs = f", less {made} for wrong claims" if made else ""
    missed = next((point.text for at, point in enumerate(question.points) if at not in said), "")
    return f"{counted}{wrongs}; not said: {missed}" if missed else f"{counted}{wrongs}"
