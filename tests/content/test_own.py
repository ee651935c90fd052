"""One's own bank: any text comes back as typed, and no bank is ever overwritten with something unreadable."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.content.banks import load_bank
from drill.content.library import BankFile, open_library
from drill.content.own import Fields, add_open, add_question
from drill.errors import ContentError, UsageError
from drill.study.question import Open, Question, Short

SPECIAL = [
    "a: b # no comment",
    "017",
    "no",
    "~",
    "- not a list",
    "{'a': [1]}",
    "*alias &anchor !tag %percent @at `tick`",
    "\"double\" and 'single'",
    "తె and 🔥",
    "two\nlines\n\nand a gap",
    "\xa0",
    "ends with a gap\u3000",
    "  leading and trailing  ",
    "tab\there",
    "back\\slash \\n",
    "? key",
    "| block",
    "x" * 300 + " " + "y" * 300,
]


def question(bank: Path, item: str) -> Question:
    loaded = load_bank(bank, str(bank))
    assert loaded.problems == ()
    return next(located.question for located in loaded.questions if located.question.id == item)


@pytest.fixture
def bank(tmp_path: Path) -> Path:
    return tmp_path / "data" / "own.yaml"


@pytest.mark.parametrize("text", SPECIAL)
def test_special_characters_come_back_as_typed(bank: Path, text: str) -> None:
    item = add_question(bank, Fields("own", text, text, text))
    kept = question(bank, item)
    assert isinstance(kept, Short)
    assert (kept.prompt, kept.accepted, kept.explanation) == (text, (text,), text)


TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Cf"]), min_size=1)


@settings(deadline=None, max_examples=60)
@given(prompts=st.lists(TEXT, min_size=1, max_size=4))
def test_any_texts_come_back_under_ids_of_their_own(
    tmp_path_factory: pytest.TempPathFactory, prompts: list[str]
) -> None:
    bank = tmp_path_factory.mktemp("own") / "own.yaml"
    items = [add_question(bank, Fields("own", prompt, prompt, "")) for prompt in prompts]
    assert len(set(items)) == len(items)
    for item, prompt in zip(items, prompts, strict=True):
        kept = question(bank, item)
        assert isinstance(kept, Short)
        assert (kept.prompt, kept.accepted[0], kept.explanation) == (prompt, prompt, prompt)


def test_ids_are_made_of_the_prompt_and_numbered_where_taken(bank: Path) -> None:
    fields = Fields("own", "What is TTFT?", "time to first token", "")
    assert [add_question(bank, fields) for _ in range(3)] == [
        "own-what-is-ttft",
        "own-what-is-ttft-2",
        "own-what-is-ttft-3",
    ]
    assert add_question(bank, fields._replace(prompt="తె?")) == "own"
    assert len(add_question(bank, fields._replace(prompt="word " * 40))) < 50


def test_questions_added_at_once_are_all_kept(bank: Path) -> None:
    fields = [Fields("own", f"question {n}", "x", "") for n in range(8)]
    with ThreadPoolExecutor(len(fields)) as pool:
        items = list(pool.map(lambda one: add_question(bank, one), fields))
    loaded = load_bank(bank, str(bank))
    assert loaded.problems == ()
    assert sorted(located.question.id for located in loaded.questions) == sorted(items)


def test_an_id_with_answers_is_not_given_again(bank: Path) -> None:
    """The question that had it was deleted by hand; its answers must not pass to another."""
    fields = Fields("own", "What is TTFT?", "time to first token", "")
    taken = {"own-what-is-ttft", "kv-memory"}
    assert add_question(bank, fields, taken=taken) == "own-what-is-ttft-2"
    assert add_question(bank, fields, taken=taken) == "own-what-is-ttft-3"


def test_a_question_may_belong_to_any_topic(bank: Path, tmp_path: Path) -> None:
    item = add_question(bank, Fields("kv-cache", "Which heads are cached?", "KV heads", "Under GQA."))
    library = open_library([BankFile(bank, "own")], tmp_path / "cache")
    assert library.problems == ()
    assert [(row.id, row.topic) for row in library.rows] == [(item, "kv-cache")]
    assert library.is_own(item)
    assert not library.is_own("none")


@pytest.mark.parametrize("field", ["topic", "prompt"])
def test_a_question_that_could_not_be_read_back_is_refused(bank: Path, field: str) -> None:
    add_question(bank, Fields("own", "first", "x", ""))
    before = bank.read_bytes()
    fields = Fields("own", "second", "x", "")
    bad = {"topic": "KV cache!", "prompt": ""}
    if field == "prompt":
        bank.write_text("topic: own\nquestions: []\n", "utf-8")
        before = bank.read_bytes()
    with pytest.raises(UsageError, match="can't be added"):
        add_question(bank, fields._replace(topic=bad["topic"]) if field == "topic" else fields)
    assert bank.read_bytes() == before


def test_a_lone_surrogate_is_written_as_a_question_mark(bank: Path) -> None:
    item = add_question(bank, Fields("own", "what\udcff", "x\ud800", ""))
    kept = question(bank, item)
    assert isinstance(kept, Short)
    assert (kept.prompt, kept.accepted) == ("what?", ("x?",))


@pytest.mark.parametrize(
    "broken", ["topic: own\nquestions:\n\t- id: x\n", "topic: own\nquestions:\n  - id: x\n", "", "\x00"]
)
def test_a_broken_bank_is_left_as_it_is(bank: Path, broken: str) -> None:
    bank.parent.mkdir()
    bank.write_text(broken, "utf-8")
    with pytest.raises(ContentError, match=r"own\.yaml:\d+: "):
        add_question(bank, Fields("own", "p", "a", ""))
    assert bank.read_text("utf-8") == broken
    assert sorted(path.name for path in bank.parent.iterdir()) == ["own.yaml", "own.yaml.lock"]


@pytest.mark.parametrize("indent", ["", "      "])
def test_an_edited_bank_keeps_its_layout_and_comments(bank: Path, indent: str) -> None:
    first = add_question(bank, Fields("own", "first", "x", ""))
    lines = bank.read_text("utf-8").split("\n")
    laid_out = "\n".join(f"{indent}{line[2:]}" if line.startswith("  ") else line for line in lines)
    bank.write_text(f"# my questions\n{laid_out}\n# the end\n", "utf-8")
    second = add_question(bank, Fields("own", "second", "x", ""))
    assert [located.question.id for located in load_bank(bank, "own").questions] == [first, second]
    assert "# my questions" in bank.read_text("utf-8")
    assert "# the end" in bank.read_text("utf-8")


@pytest.mark.parametrize("text", [text for text in SPECIAL if text.strip() != text or "\n" in text])
def test_what_stands_there_is_not_touched(bank: Path, text: str) -> None:
    first = add_question(bank, Fields("own", "first", "x", text))
    before = bank.read_text("utf-8")
    add_question(bank, Fields("own", "second", "x", ""))
    assert bank.read_text("utf-8").startswith(before)
    assert question(bank, first).explanation == text


@pytest.mark.parametrize("text", SPECIAL)
def test_an_interview_question_comes_back_as_typed(tmp_path: Path, text: str) -> None:
    bank = tmp_path / "own.yaml"
    first = add_question(bank, Fields("own", "Why GQA?", "less cache", ""))
    item = add_open(bank, text, ("one", "two", text), "Asked.", taken=("own",))
    found = question(bank, item)
    assert isinstance(found, Open)
    assert (found.prompt, found.explanation) == (text, "Asked.")
    assert [point.text for point in found.points] == ["one", "two", text]
    assert question(bank, first).prompt == "Why GQA?"
