"""Key points of an interview answer."""

from collections.abc import Callable

import pytest

from drill.study.ask import Ask
from drill.study.marking import mark, mark_open, right_answer
from drill.study.question import Open

Build = Callable[..., Open]

ANSWER = """Prefill runs the whole prompt in parallel, so it is compute-bound.
- decode is memory bound: each step reads the weights, i.e. all 16 GB of them
- Batches share that read. A long prompt costs time."""


@pytest.mark.parametrize(
    ("ticks", "claims", "verdict", "score", "strong"),
    [
        ((), (), "wrong", 0, False),
        ((0,), (), "wrong", 0.25, False),
        ((0, 1), (), "right", 0.5, False),  # a half passes
        ((0, 1), (0,), "wrong", 0.25, False),  # a wrong claim takes a point away
        ((0, 1, 2), (), "right", 0.75, True),  # all but one is strong
        ((0, 1, 2, 3), (1,), "right", 0.75, True),
        ((0, 1, 2, 3), (), "right", 1, True),
        ((0,), (0, 1), "wrong", 0, False),  # floored, not -0.25
        ((0, 0, 1, 9, -1), (7,), "right", 0.5, False),  # twice counts once, unknown counts not
    ],
)
def test_scores(
    interview: Build,
    ticks: tuple[int, ...],
    claims: tuple[int, ...],
    verdict: str,
    score: float,
    strong: bool,
) -> None:
    found = mark_open(interview(), ticks, claims)
    assert (found.verdict, found.score, found.strong) == (verdict, score, strong)


def test_what_is_said_names_the_next_point_to_learn(interview: Build) -> None:
    assert mark_open(interview(), (0, 1), (0,)).says == (
        "2 of 4 key points, less 1 for wrong claims; not said: TTFT grows with the prompt"
    )
    assert mark_open(interview(), range(4), ()).says == "4 of 4 key points"


def test_a_text_alone_is_marked_by_the_suggested_ticks(interview: Build) -> None:
    question = interview()
    found = mark(question, Ask(question.id, 1), ANSWER, tries=0)
    assert (found.verdict, found.score, found.picked) == ("right", 0.75, (0, 1, 3))
    assert found.answer == right_answer(question, Ask(question.id, 1))
    assert mark(question, Ask(question.id, 1), " \n ", tries=0).verdict == "retry"
