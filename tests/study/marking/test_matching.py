"""Which sentence is taken to say which key point."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.marking import sentences, suggest
from drill.study.question import Open, Point, Reference

Build = Callable[..., Open]

ANSWER = """Prefill runs the whole prompt in parallel, so it is compute-bound.
- decode is memory bound: each step reads the weights, i.e. all 16 GB of them
- Batches share that read. A long prompt costs time."""


def points(*hints: str) -> tuple[Point, ...]:
    return tuple(Point(f"point {at}", (hint,)) for at, hint in enumerate(hints))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("one. two! three?", ("one.", "two!", "three?")),
        ("It takes 1.5 ms. then it ends", ("It takes 1.5 ms.", "then it ends")),
        ("e.g. this, i.e. that, etc. and so on", ("e.g. this, i.e. that, etc. and so on",)),
        ("- first\n* second\n3. third\n\n", ("first", "second", "third")),
        ("no end", ("no end",)),
    ],
)
def test_sentences(text: str, expected: tuple[str, ...]) -> None:
    assert sentences(text) == expected


def test_a_key_point_is_ticked_beside_the_sentence_that_says_it(interview: Build) -> None:
    said = sentences(ANSWER)
    ticks = suggest(interview(), ANSWER)
    assert {at: said[where] for at, where in ticks.items()} == {
        0: "Prefill runs the whole prompt in parallel, so it is compute-bound.",
        1: "decode is memory bound: each step reads the weights, i.e. all 16 GB of them",
        3: "Batches share that read.",  # a plural of the hint `batch`
    }


def test_the_sentence_with_most_hints_wins_then_the_first(interview: Build) -> None:
    ticks = suggest(interview(), "Bandwidth matters. It is memory-bound by bandwidth. Bandwidth again.")
    assert ticks == {1: 1}
    assert suggest(interview(), "Bandwidth here. Bandwidth there.") == {1: 0}


def test_a_hint_is_whole_words(interview: Build) -> None:
    question = interview(points=points("rate", "block table", "x"))
    assert suggest(question, "We iterate over a block") == {}
    assert suggest(question, "The block tables rate high") == {1: 0, 0: 0}


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        ("we look at a block table", True),
        ("the blocktable", True),
        ("a table of blocks", True),  # its words close by, in any order and form
        ("the table, as said above, has one more block", False),
        ("a block of paged memory has its table", False),
        ("we never use a block table", False),
        ("it is not about the block table", False),
        ("a block table isn't needed", False),
        (
            "not that I mind, but by then we have a block table",
            True,
        ),  # a denial far away is of something else
    ],
)
def test_a_hint_may_be_put_otherwise_but_not_denied(interview: Build, text: str, is_said: bool) -> None:
    question = interview(points=points("block table", "absent", "missing"))
    assert (0 in suggest(question, text)) is is_said


def test_a_hint_that_denies_is_a_hint(interview: Build) -> None:
    question = interview(points=points("not associative", "absent", "missing"))
    assert suggest(question, "Addition of floats is not associative.") == {0: 0}
    assert suggest(question, "Addition of floats is associative.") == {}


def test_a_sentence_that_repeats_a_wrong_claim_says_no_point(interview: Build) -> None:
    text = "Decode is slow because the softmax has no bandwidth."
    assert suggest(interview(), text) == {}
    assert suggest(interview(wrong_claims=()), "Decode is slow because of bandwidth.") == {1: 0}


def test_three_of_a_points_own_words_say_it(interview: Build) -> None:
    question = interview(
        points=(
            Point("a long answer waits for its blocks", ("absent",)),
            Point("the scheduler preempts the youngest sequence", ("missing",)),
            Point("a long prompt is cut into chunks", ("nowhere",)),
        )
    )
    assert suggest(question, "Then the youngest sequence gets preempted.") == {1: 0}
    assert suggest(question, "Then the youngest sequence waits.") == {}
    assert suggest(question, "A long prompt waits.") == {}


def _table(scores: Sequence[Sequence[float]]) -> Callable[..., Sequence[Sequence[float]]]:
    return lambda texts, points: scores


def test_a_similarity_finds_what_no_hint_does(interview: Build) -> None:
    """A row a sentence; a column a key point, then a wrong claim: nearer to that one, a point isn't said."""
    question = interview()
    text = "First. Bandwidth. Third."
    scores = [[0.9, 0.9, 0.0, 0.6, 0.1, 0.1], [0.0, 0.1, 0.5, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.8, 0.9, 0.0]]
    assert suggest(question, text, _table(scores)) == {0: 0, 1: 1}
    assert suggest(question, "", _table([])) == {}


@given(text=st.text(max_size=200), hints=st.lists(st.text(max_size=20), max_size=3))
@settings(max_examples=50, deadline=None)
def test_any_text_is_taken(text: str, hints: list[str]) -> None:
    some = tuple(Point(f"point {at}", tuple(hints)) for at in range(3))
    question = Open(
        id="x-any",  # type: ignore[arg-type]
        difficulty=1,
        outline=("x",),
        sources=(Reference("x"),),
        prompt="Why?",
        explanation="So.",
        points=some,
    )
    found = suggest(question, text)
    assert set(found) <= set(range(3))
    assert set(found.values()) <= set(range(len(sentences(text))))
