"""Three answers to each interview question: the rubric ranks a good one over a middling over a wrong one.

The labels say which key points and wrong claims a text really holds. Leaves out how precise suggestions are.
"""

from itertools import chain
from pathlib import Path

import pytest
import yaml
from msgspec import Struct, convert

from drill.study.marking.rubric import mark_open, suggest
from drill.study.question import Open, Question

HERE = Path(__file__).with_name("answers")
Banks = dict[str, list[Question]]


class Answer(Struct, forbid_unknown_fields=True):
    """A text with the numbers, from 1, of the key points and wrong claims that it holds."""

    name: str
    points: list[int]
    claims: list[int]
    text: str


class Answers(Struct, forbid_unknown_fields=True):
    """One file: good, middling and wrong."""

    question: str
    answers: list[Answer]


FILES = sorted(HERE.glob("*.yaml"))


def read(path: Path) -> Answers:
    return convert(yaml.safe_load(path.read_text(encoding="utf-8")), Answers)


@pytest.fixture(scope="session")
def opens(banks: Banks) -> dict[str, Open]:
    return {one.id: one for one in chain(*banks.values()) if isinstance(one, Open)}


def test_each_interview_question_has_its_answers(opens: dict[str, Open]) -> None:
    assert {path.stem for path in FILES} == set(opens)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rubric_ranks_them(path: Path, opens: dict[str, Open]) -> None:
    question = opens[path.stem]
    told = read(path)
    assert [one.name for one in told.answers] == ["good", "middling", "wrong"]
    marks = []
    for one in told.answers:
        assert all(1 <= point <= len(question.points) for point in one.points)
        assert all(1 <= claim <= len(question.wrong_claims) for claim in one.claims)
        marks.append(mark_open(question, [n - 1 for n in one.points], [n - 1 for n in one.claims]))
    good, middling, wrong = marks
    assert good.verdict == "right"
    assert wrong.verdict == "wrong"
    assert good.score > middling.score > wrong.score


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_suggested_tells_the_good_one(path: Path, opens: dict[str, Open]) -> None:
    """A confidently wrong answer has the field's words too: only the learner's own ticks part it further."""
    good, middling, wrong = (len(suggest(opens[path.stem], one.text)) for one in read(path).answers)
    assert good > middling
    assert good > wrong
