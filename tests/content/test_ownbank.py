"""A bank changed question by question: what isn't touched stays byte for byte."""

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.content import ownbank
from drill.content.ownbank import HEADER, Fields, changed_text, entries_of, questions_of
from drill.errors import UsageError

BANK = """\
# mine
topic: own
questions:
# the first
- id: one  # in a hurry
  kind: short
  difficulty: 3
  outline: [own]
  sources: [{key: own}]
  prompt: |
    One?

  accepted: [one]
  explanation: >-
    It
    is.

# the second
- {id: two, kind: short, difficulty: 3, outline: [own], sources: [{key: own}], prompt: Two?,
   accepted: [two], explanation: It is.}
- id: three
  kind: short
  difficulty: 3
  outline: [own]
  sources: [{key: own}]
  prompt: Three?
  explanation: "It
    is."
  accepted:
  - three
  - 3   # a number
# the end
"""


def fields(item: str, prompt: str) -> Fields:
    return dict(entries_of(BANK, "x")["one"].fields) | {"id": item, "prompt": prompt}


def test_entries_know_their_lines() -> None:
    found = {item: (entry.first, entry.end) for item, entry in entries_of(BANK, "x").items()}
    assert found == {"one": (4, 16), "two": (18, 20), "three": (20, 31)}


@pytest.mark.parametrize("item", ["one", "two", "three"])
def test_only_the_changed_question_is_written_anew(item: str) -> None:
    after = changed_text(BANK, "x", changes={item: fields(item, "Anew?")})
    before, entry = BANK.splitlines(), entries_of(BANK, "x")[item]
    lines = after.splitlines()
    assert lines[: entry.first] == before[: entry.first]
    assert lines[entry.first] == f"- id: {item}"
    assert lines[len(lines) - (len(before) - entry.end) :] == before[entry.end :]
    prompts = {located.question.id: located.question.prompt.strip() for located in questions_of(after, "x")}
    expected = {"one": "One?", "two": "Two?", "three": "Three?"} | {item: "Anew?"}
    assert prompts == expected


def test_all_at_once_and_one_more() -> None:
    changes = {item: fields(item, f"{item} anew?") for item in ("one", "two", "three")}
    after = changed_text(BANK, "x", changes=changes, additions=[fields("four", "Four?")])
    found = {located.question.id: located.question.prompt for located in questions_of(after, "x")}
    assert found == {item: f"{item} anew?" for item in changes} | {"four": "Four?"}
    assert [line for line in after.splitlines() if line.startswith("#")] == [
        "# mine",
        "# the first",
        "# the second",
        "# the end",
    ]


def test_line_ends_of_windows_stay() -> None:
    text = BANK.replace("\n", "\r\n")
    after = changed_text(text, "x", changes={"two": fields("two", "Anew?")})
    assert after.startswith(text[: text.index("- {id: two")])
    assert after.endswith(text[text.index("- id: three") :])


def test_a_layout_that_cannot_be_changed_is_refused() -> None:
    one = "{id: one, kind: short, difficulty: 3, outline: [own], sources: [{key: own}], prompt: a, "
    text = f"topic: own\nquestions: [{one}accepted: [x], explanation: y}}]\n"
    with pytest.raises(UsageError, match="this question can't be added"):
        changed_text(text, "x", changes={"one": fields("one", "b")})


def test_a_bank_never_grows_beyond_what_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ownbank, "MOST_BYTES", 5 * 2**20 // 2**10)
    with pytest.raises(
        UsageError, match=r"^x: would be larger than 0 MiB; import fewer, or move some into an added bank$"
    ):
        changed_text(HEADER, "x", changes={}, additions=[fields(f"item-{n}", "x" * 100) for n in range(30)])


TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Cf", "Zl", "Zp"]))


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cc", "Cs", "Cf", "Zl", "Zp"])), min_size=1, max_size=5
    ),
    st.data(),
)
def test_any_layout_of_text_is_replaced_alone(texts: list[str], data: st.DataObject) -> None:
    """Prompts in every style that YAML writes, before, after and within the one that changes."""
    styles = data.draw(st.lists(st.sampled_from([None, "'", '"', "|", ">"]), min_size=5, max_size=5))
    questions = [dict(fields(f"q-{n}", f"x {text}")) for n, text in enumerate(texts)]
    dumped = [
        yaml.dump([q], default_style=style, allow_unicode=True)
        for q, style in zip(questions, styles, strict=False)
    ]
    text = "topic: own\nquestions:\n" + "# between\n\n".join(dumped)
    place = data.draw(st.integers(0, len(texts) - 1))
    after = changed_text(text, "x", changes={f"q-{place}": questions[place] | {"prompt": "anew"}})
    found = [located.question.prompt for located in questions_of(after, "x")]
    before = [located.question.prompt for located in questions_of(text, "x")]
    assert found == [*before[:place], "anew", *before[place + 1 :]]
    assert after.count("# between") == text.count("# between")
