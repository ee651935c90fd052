"""Which edits change the hash of an answer."""

from typing import Any

import msgspec
import pytest

from drill.authoring.answer import DECIDES, answer_hash
from drill.study.question import KINDS, Question

COMMON: dict[str, Any] = {
    "id": "toy",
    "difficulty": 2,
    "outline": ["k"],
    "sources": [{"key": "s"}],
    "prompt": "p",
    "explanation": "e",
}
OPTIONS: list[dict[str, Any]] = [{"text": "a", "why": "1", "right": True}, {"text": "b", "why": "2"}]
SHORT: dict[str, Any] = {"kind": "short", "accepted": ["a", "b"]}
CHOICE: dict[str, Any] = {"kind": "choice", "options": OPTIONS}


def question(fields: dict[str, Any]) -> Question:
    made: Question = msgspec.convert(COMMON | fields, Question)
    return made


def test_every_kind_says_what_decides() -> None:
    assert DECIDES.keys() == KINDS.keys()
    for kind, fields in DECIDES.items():
        assert set(fields) <= set({field.name for field in msgspec.structs.fields(KINDS[kind])})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (SHORT, SHORT | {"accepted": ["a", "c"]}),
        (CHOICE, CHOICE | {"options": OPTIONS[::-1]}),
        (CHOICE, CHOICE | {"options": [OPTIONS[0] | {"text": "c"}, OPTIONS[1]]}),
        (SHORT | {"accepted": ["a", "b", "c"]}, {"kind": "order", "steps": ["a", "b", "c"]}),
    ],
)
def test_an_answer_changed(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert answer_hash(question(before)) != answer_hash(question(after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (SHORT, SHORT | {"prompt": "q", "rev": 3, "slips": [{"text": "x", "why": "y"}]}),
        (CHOICE, CHOICE | {"options": [OPTIONS[0] | {"why": "3"}, OPTIONS[1] | {"text": "c"}]}),
    ],
)
def test_wording_changed(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert answer_hash(question(before)) == answer_hash(question(after))
