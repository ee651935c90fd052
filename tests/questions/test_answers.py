"""Labelled answers to each interview question: the rubric ranks them, and suggestions are as good as said.

The labels say which key points and wrong claims a text really holds. A good, a middling and a wrong answer
are ranked; the others were written by the key points alone, without a look at the hints.
"""

from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from drill.study.marking import mark_open, suggest
from drill.study.question import Open, Question

HERE = Path(__file__).with_name("answers")
BENCHMARK = Path(__file__).parents[1] / "benchmarks" / "matcher.py"
Banks = dict[str, list[Question]]
FILES = sorted(HERE.glob("*.yaml"))


def _benchmark() -> Any:
    spec = spec_from_file_location("matcher", BENCHMARK)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


matcher = _benchmark()


@pytest.fixture(scope="session")
def opens(banks: Banks) -> dict[str, Open]:
    return {one.id: one for one in chain(*banks.values()) if isinstance(one, Open)}


def test_each_interview_question_has_its_answers(opens: dict[str, Open]) -> None:
    assert {path.stem for path in FILES} == set(opens)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_labels_are_points_and_claims_of_the_question(path: Path, opens: dict[str, Open]) -> None:
    question, told = opens[path.stem], matcher.read_answers(path)
    names = [one.name for one in told.answers]
    assert told.question == path.stem
    assert names[:3] == ["good", "middling", "wrong"]
    assert len(names) == len(set(names))
    for one in told.answers:
        assert all(1 <= point <= len(question.points) for point in one.points)
        assert all(1 <= claim <= len(question.wrong_claims) for claim in one.claims)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_rubric_ranks_them(path: Path, opens: dict[str, Open]) -> None:
    question = opens[path.stem]
    good, middling, wrong = (
        mark_open(question, [n - 1 for n in one.points], [n - 1 for n in one.claims])
        for one in matcher.read_answers(path).answers[:3]
    )
    assert good.verdict == "right"
    assert wrong.verdict == "wrong"
    assert good.score > middling.score > wrong.score


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_suggested_tells_the_good_one(path: Path, opens: dict[str, Open]) -> None:
    """A confidently wrong answer has the field's words too: only the learner's own ticks part it further."""
    told = matcher.read_answers(path).answers[:3]
    good, middling, wrong = (len(suggest(opens[path.stem], one.text)) for one in told)
    assert good > middling
    assert good > wrong


def test_suggestions_are_as_good_as_it_is_said(opens: dict[str, Open]) -> None:
    """The bounds lie just under what was measured; docs/open-answers.md has the figures."""
    scores = matcher.groups(list(matcher.judged(opens)))
    assert scores["all"].answers >= 60
    assert scores["all"].precision >= 0.86
    assert scores["all"].recall >= 0.82
    assert scores["blind"].answers >= 20
    assert scores["blind"].precision >= 0.82
    assert scores["blind"].recall >= 0.65
