"""What holds for every kind."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.instance import draw
from drill.study.marking import grammar, mark, right_answer
from drill.study.marking.letters import letter
from drill.study.question import Choice, Multi, Open, Question

seeds = st.integers(0, 2**32)
typed = st.one_of(
    st.text(max_size=30),
    st.text("abcdefgh12345678 ,;.-/*%", max_size=12),
    st.from_regex(r"[0-9.,*/()e+-]{1,12} ?(GiB|GB|ms|tokens|%|\$)?", fullmatch=True),
)


@settings(max_examples=60, deadline=None)
@given(seed=seeds)
def test_the_right_answer_as_shown_is_marked_right(seed: int, every_kind: tuple[Question, ...]) -> None:
    for question in every_kind:
        ask = draw(question, random.Random(seed))
        if isinstance(question, Open):
            continue  # key points are no sentences of one's own
        answer = right_answer(question, ask)
        found = mark(question, ask, answer, tries=0)
        assert (found.verdict, found.score, found.answer) == ("right", 1, answer), question


@settings(max_examples=60, deadline=None)
@given(seed=seeds)
def test_letters_follow_the_shuffle(seed: int, every_kind: tuple[Question, ...]) -> None:
    for question in every_kind:
        ask = draw(question, random.Random(seed))
        if not isinstance(question, Choice | Multi):
            continue
        for place, index in enumerate(ask.order):
            found = mark(question, ask, letter(place), tries=0)
            option = question.options[index]
            assert found.picked == (index,)
            assert (found.verdict == "right") == (option.right and isinstance(question, Choice))
            assert option.right or option.why in found.says


@settings(max_examples=250, deadline=None)
@given(text=typed, seed=seeds, tries=st.integers(0, 3))
def test_no_text_breaks_a_mark(text: str, seed: int, tries: int, every_kind: tuple[Question, ...]) -> None:
    for question in every_kind:
        found = mark(question, draw(question, random.Random(seed)), text, tries=tries)
        assert 0 <= found.score <= 1
        assert not set(found.says) & {"\n", "\r", "\x1b", "\x9b"}
        assert found.says
        assert (found.answer == "") == (found.verdict == "retry")
        assert found.score == 1 or found.verdict != "right" or isinstance(question, Open)


def test_every_kind_says_what_to_type(every_kind: tuple[Question, ...]) -> None:
    lines = [grammar(question) for question in every_kind]
    assert len(set(lines)) == len(lines)
    assert all(0 < len(line) <= 80 and "\n" not in line for line in lines)
