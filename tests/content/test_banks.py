"""A bank's questions are converted alone; a broken one is a problem at its line."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.content.banks import load_bank, parse_bank
from drill.errors import ContentError
from drill.study.question import Choice

BANK = """topic: kv-cache
questions:
- kind: choice
  id: one
  difficulty: 3
  outline: [kv-memory]
  sources: [{key: a}]
  prompt: no
  explanation: 0123
  options:
  - {text: 12:30, why: b, right: true}
  - {text: 1e5, why: c}
- kind: numeric
  id: two
  difficulty: 2
  outline: [kv-memory]
  sources: [{key: a}]
  prompt: p
  explanation: e
  params:
    tokens: {values: [1024, 2048]}
    bytes: {values: [1, 2]}
  formula: kv_bytes
  unit: GiB
  worked: w
  traps: [{misconception: m, why: w, formula: f}]
  band: [1, 1e9]
"""


def test_questions_carry_the_topic_and_their_lines() -> None:
    bank = parse_bank(BANK, "b.yaml")
    one, two = bank.questions
    assert (one.question.id, one.question.topic, one.line, two.line) == ("one", "kv-cache", 3, 13)
    assert one.lines["options", 1, "why"] == 12
    assert isinstance(one.question, Choice)
    assert (one.question.prompt, one.question.explanation) == ("no", "0123")
    assert [option.text for option in one.question.options] == ["12:30", "1e5"]
    assert bank.problems == ()


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        ("difficulty: 3", "difficulty: hard", "5: `difficulty` must be a whole number, not `hard`"),
        ("difficulty: 3", "difficulty: 9", "5: `difficulty` must be 1 to 5"),
        ("difficulty: 3", "difficulty:", "5: `difficulty` must be a whole number, not empty"),
        ("kind: choice", "kind: chioce", "3: unknown kind `chioce`; did you mean `choice`?"),
        (", why: c", "", "12: missing `why`; add it"),
        ("why: c", "whi: c", "12: unknown field `whi`; did you mean `why`?"),
        ("right: true", "right: yes", "11: `right` must be `true` or `false`, not `yes`"),
        ("  prompt: no\n", "  prompt: no\n  pool: exma\n", "9: `pool` can't be `exma`; give daily or exam"),
        (
            "  prompt: no\n",
            "  prompt: no\n  topic: x\n",
            "9: `topic` is `kv-cache` for the whole file; delete",
        ),
        ("[1024, 2048]", "[1024, x]", "21: each entry of `values` must be a number, not `x`"),
        ("[1, 2]", "[1, nan]", "13: `two` has a number that is infinite or beyond 64 bits; mend it"),
        ("[1024, 2048]", f"[1, {'9' * 30}]", "13: `two` has a number that is infinite or beyond 64 bits"),
        (
            "{values: [1, 2]}",
            "{values: [1, 2], from: 2}",
            "22: give exactly one of `values`, `from` or `table`",
        ),
        ("[1, 1e9]", "[1]", "27: `band` must be a list of 2, found 1"),
        ("id: two", "id: one", "14: id `one` stands already on line 4; give it its own"),
    ],
)
def test_one_broken_question_is_one_problem(good: str, bad: str, said: str) -> None:
    bank = parse_bank(BANK.replace(good, bad, 1), "b.yaml")
    assert len(bank.questions) == 1
    (problem,) = bank.problems
    assert str(problem).startswith(f"b.yaml:{said}")


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        ("topic: kv-cache", "topic: KV cache", "1: `topic` must be lower-case words joined by hyphens"),
        ("topic: kv-cache\n", "", "1: missing `topic`; add it"),
        ("questions:", "question:", "2: unknown field `question`; did you mean `questions`?"),
        ("topic: kv-cache", "topic: kv-cache\nformat: 2", "2: `format` can't be `2`; give 1"),
    ],
)
def test_a_broken_head_is_an_error(good: str, bad: str, said: str) -> None:
    with pytest.raises(ContentError) as error:
        parse_bank(BANK.replace(good, bad, 1), "b.yaml")
    assert str(error.value) == f"b.yaml:{said}"


def test_a_bank_with_mark_and_carriage_returns_reads_the_same(tmp_path: Path) -> None:
    path = tmp_path / "b.yaml"
    path.write_bytes(BANK.replace("\n", "\r\n").encode("utf-8-sig"))
    assert load_bank(path, "b.yaml") == parse_bank(BANK, "b.yaml")


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_a_mangled_bank_gives_problems_or_one_error(data: st.DataObject) -> None:
    lines = BANK.splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    column = data.draw(st.integers(0, len(lines[at])))
    lines[at] = lines[at][:column] + data.draw(st.text(max_size=8)) + lines[at][column + 1 :]
    try:
        said = [str(problem) for problem in parse_bank("\n".join(lines), "b.yaml").problems]
    except ContentError as error:
        said = [str(error)]
    assert all(line.startswith("b.yaml:") and len(line.splitlines()) == 1 for line in said)
