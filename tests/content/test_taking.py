"""Cards taken in: new ones, changed ones, the same again, and what is kept of one's own edits."""

from pathlib import Path
from typing import Any

import pytest

from drill.content.banks import load_bank
from drill.content.own import Fields, add_question
from drill.content.taking import Step, take_in
from drill.errors import ContentError
from drill.study.draft import Card, Refused
from drill.study.question import ItemId, Open, Question, Short

ONE = Card("note 1", "What is TTFT?", "time to first token", ("time to first token",), item=ItemId("anki-1"))
TWO = Card("note 2", "Why?", "a b c\nd\ne", ("alpha beta", "gamma", "delta"), item=ItemId("anki-2"))


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    return tmp_path / "data" / "own.yaml"


def take(bank: Path, *cards: Card | Refused, write: bool = True, taken: Any = ()) -> list[Step]:
    return take_in(bank, cards, taken=taken, write=write)


def outcomes(steps: list[Step]) -> list[tuple[str, str]]:
    return [(step.what, step.item) for step in steps]


def questions(bank: Path) -> dict[str, Question]:
    loaded = load_bank(bank, str(bank))
    assert loaded.problems == ()
    return {located.question.id: located.question for located in loaded.questions}


def test_new_cards(bank: Path) -> None:
    assert outcomes(take(bank, ONE, TWO)) == [("new", "anki-1"), ("new", "anki-2")]
    one, two = questions(bank).values()
    assert isinstance(one, Short)
    assert isinstance(two, Open)
    assert (one.topic, one.difficulty, one.accepted, one.explanation) == (
        "own",
        3,
        ("time to first token",),
        "time to first token",
    )
    assert [(point.text, point.hints) for point in two.points] == [
        ("alpha beta", ("alpha",)),
        ("gamma", ("gamma",)),
        ("delta", ("delta",)),
    ]


def test_nothing_is_written_by_a_look(bank: Path) -> None:
    assert outcomes(take(bank, ONE, write=False)) == [("new", "anki-1")]
    assert not bank.parent.exists()
    take(bank, ONE)
    before = bank.read_bytes()
    assert outcomes(take(bank, ONE._replace(answer="else"), TWO, write=False)) == [
        ("changed", "anki-1"),
        ("new", "anki-2"),
    ]
    assert bank.read_bytes() == before


def test_the_same_again_leaves_the_file_alone(bank: Path) -> None:
    take(bank, ONE, TWO)
    bank.write_text(bank.read_text("utf-8").replace("questions:", "questions:  # mine"), "utf-8")
    before = bank.stat()
    assert outcomes(take(bank, ONE, TWO)) == [("same", "anki-1"), ("same", "anki-2")]
    assert bank.stat().st_ino == before.st_ino


def test_an_answer_that_changed_is_another_revision(bank: Path) -> None:
    take(bank, ONE)
    take(bank, ONE._replace(prompt="TTFT?"))
    assert questions(bank)["anki-1"].rev == 1
    take(bank, ONE._replace(prompt="TTFT?", answer="first token"))
    question = questions(bank)["anki-1"]
    assert isinstance(question, Short)
    assert (question.rev, question.prompt, question.accepted, question.explanation) == (
        2,
        "TTFT?",
        ("first token",),
        "first token",
    )


def test_what_one_added_by_hand_stays(bank: Path) -> None:
    take(bank, ONE, TWO)
    text = (
        bank.read_text("utf-8")
        .replace("difficulty: '3'", "difficulty: '5'")
        .replace("topic: own\n    d", "topic: kv\n    d")
    )
    text = text.replace("    - time to first token\n", "    - time to first token\n    - TTFT\n")
    bank.write_text(text.replace("explanation: time to first token", "explanation: Mine."), "utf-8")
    assert outcomes(take(bank, ONE, TWO)) == [("same", "anki-1"), ("same", "anki-2")]
    take(bank, ONE._replace(answer="the first token"))
    one = questions(bank)["anki-1"]
    assert isinstance(one, Short)
    assert (one.difficulty, one.topic, one.accepted, one.explanation) == (
        5,
        "kv",
        ("the first token", "TTFT"),
        "Mine.",
    )
    take(bank, ONE._replace(answer="the first token", topic="tokens", difficulty=1, explanation="Theirs."))
    one = questions(bank)["anki-1"]
    assert (one.difficulty, one.topic, one.explanation) == (1, "tokens", "Theirs.")


def test_a_card_that_becomes_another_kind(bank: Path) -> None:
    take(bank, ONE, TWO)
    take(bank, ONE._replace(answer=TWO.answer, parts=TWO.parts), TWO._replace(answer="yes", parts=("yes",)))
    one, two = questions(bank).values()
    assert isinstance(one, Open)
    assert isinstance(two, Short)
    assert (one.rev, one.explanation, two.rev, two.explanation) == (2, "", 2, "yes")


def test_without_an_id_the_prompt_tells(bank: Path) -> None:
    row = Card("line 1", "What is TTFT?", "a", ("a",))
    item = add_question(bank, Fields("own", "What is TTFT?", "b", ""))
    assert outcomes(take(bank, row)) == [("changed", item)]
    assert outcomes(take(bank, row._replace(prompt="Else?"), taken=("own-else",))) == [("new", "own-else-2")]
    assert outcomes(take(bank, row._replace(prompt="Else?"))) == [("same", "own-else-2")]


def test_what_is_skipped(bank: Path) -> None:
    again = ONE._replace(where="note 3")
    steps = take(bank, ONE, Refused("note 2", "x", "a cloze"), again, TWO._replace(answer=""))
    assert [(step.what, step.why) for step in steps] == [
        ("new", ""),
        ("skipped", "a cloze"),
        ("skipped", "the same as note 1"),
        ("skipped", "no answer"),
    ]


def test_a_question_made_another_kind_by_hand_is_left_alone(bank: Path) -> None:
    take(bank, ONE)
    text = bank.read_text("utf-8").replace("kind: short", "kind: predict")
    text = text.replace("accepted:\n    - time to first token", "code: print(1)\n    output: '1'")
    bank.write_text(text, "utf-8")
    (step,) = take(bank, ONE)
    assert (step.what, step.why) == ("skipped", "you made `anki-1` a predict question since")


def test_a_broken_bank_is_left_as_it_is(bank: Path) -> None:
    bank.parent.mkdir()
    bank.write_text("topic: own\nquestions:\n  - id: x\n", "utf-8")
    for write in (False, True):
        with pytest.raises(ContentError, match=r"own\.yaml:3: "):
            take(bank, ONE, write=write)
    assert bank.read_text("utf-8") == "topic: own\nquestions:\n  - id: x\n"


def test_markdown_signs_in_a_typed_answer_are_explained_as_they_are(bank: Path) -> None:
    take(bank, ONE._replace(answer="__init__"))
    assert questions(bank)["anki-1"].explanation == r"\_\_init\_\_"
