"""Every scalar is text, every fault is one line with its place."""

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from drill.content import yamltext
from drill.content.yamltext import compose, convert
from drill.errors import ContentError


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def _loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yamltext, "_LOADER", getattr(yaml, request.param))


def fault(text: str) -> str:
    with pytest.raises(ContentError) as error:
        compose(text, "f.yaml")
    return str(error.value)


@pytest.mark.usefixtures("_loader")
@pytest.mark.parametrize(
    "scalar", ["no", "yes", "on", "off", "~", "null", "1e5", "0123", "089", "12:30", "0x1f", "1_000", ".inf"]
)
def test_what_looks_like_something_else_is_text(scalar: str) -> None:
    assert compose(f"answer: {scalar}\noptions: [{scalar}]", "f.yaml").value == {
        "answer": scalar,
        "options": [scalar],
    }


def test_the_line_of_every_key_and_item_is_known() -> None:
    tree = compose("# note\r\na: 1\r\nb:\r\n- x\r\n- c: {d: e}\r\n", "f.yaml")
    assert tree.lines == {
        (): 2,
        ("a",): 2,
        ("b",): 3,
        ("b", 0): 4,
        ("b", 1): 5,
        ("b", 1, "c"): 5,
        ("b", 1, "c", "d"): 5,
    }
    assert tree.place(("b", 1, "none", 3)) == "f.yaml:5"


@pytest.mark.usefixtures("_loader")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cards:\n\t- id: x", "2: tab used for indentation; use spaces"),
        ("a: b\n\t# note\nc: d", "2: tab used for indentation; use spaces"),
        ("a: |\n  x\n\t# note\nc: d", "3: tab used for indentation; use spaces"),
        ("a: 1\nb: 2\na: 3", "3: `a` stands twice, first on line 1; keep one"),
        ("a: {b: 1, b: 2}", "1: `b` stands twice, first on line 1; keep one"),
        ("a: &x [1]\nb: *x", "1: anchor `&x`; delete it or quote the text"),
        ("b: *x", "1: alias `*x`; write it out or quote it"),
        ("a: !!int 3", "1: tag `!!int`; delete it or quote the text"),
        (
            "a: !!python/object/apply:os.system [id]",
            "1: tag `!!python/object/apply:os.system`; delete it or quote",
        ),
        ("a: ! x", "1: tag `!`; delete it or quote the text"),
        ("? [a]\n: b", "1: a key must be text; quote it or mend the colon"),
        ("'': b", "1: a key must be text; quote it or mend the colon"),
        ("a: 1\n---\nb: 2", "2: a second document begins; delete the `---` line"),
        ("", "1: the file is empty; fill it or delete it"),
        ("# only a note", "1: the file is empty; fill it or delete it"),
        ("a: 'x\nb: c", "1: a quote is opened and never closed; close it"),
        ("b:\n  a: [x\nc: d\n", "2: a `[` list is not closed, or lacks a comma; close it with `]`"),
        ("a: {x", "1: a `{` mapping is not closed, or lacks a comma; close it with `}`"),
        ("a: b: c", "1: a colon where none fits; quote the text or mend the indentation"),
        ("a: @x", "1: `@` can't begin a value; put the value in quotes"),
        ('a: "\\q"', "1: an unknown escape in double quotes; use single quotes or a `|` block"),
        ('a: "\\Uffffffff"', "1: "),
        ("a: \x00", "1: character U+0000; delete it"),
        ("a: b\nc: \x1b[31m", "2: character U+001B; delete it"),
        ("a: x\u2028y", "1: character U+2028; delete it"),
    ],
)
def test_a_fault_is_one_line_with_its_place(text: str, said: str) -> None:
    assert fault(text).startswith(f"f.yaml:{said}")
    assert "\n" not in fault(text)


@pytest.mark.parametrize(
    "bomb",
    [
        "[" * 100_000,
        "[" * 40 + "]" * 40,
        "{a: " * 500,
        "\n".join(" " * depth + "a:" for depth in range(60)),
        "- " * 60 + "x",
    ],
)
def test_deep_nesting_is_refused(bomb: str) -> None:
    assert "deep; flatten it" in fault(bomb)


def test_an_alias_bomb_dies_at_its_first_anchor() -> None:
    lines = [
        'a: &a ["x", "x"]',
        *(f"{b}: &{b} [*{a}, *{a}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)),
    ]
    assert fault("\n".join(lines)) == "f.yaml:1: anchor `&a`; delete it or quote the text"


def test_a_tab_inside_a_text_is_no_fault() -> None:
    text = 'code: |\n  if x:\n  \treturn 1\nquoted: "a\n \tb"\nlast: x'
    assert compose(text, "f.yaml").value["code"] == "if x:\n\treturn 1\n"


def test_control_and_direction_characters_are_made_harmless() -> None:
    assert compose('a: "\\e[31m\\0"\nb: \u202ex', "f.yaml").value == {"a": "␛[31m\ufffd", "b": "\ufffdx"}


class Inner(Struct, forbid_unknown_fields=True):
    count: int
    share: float = 0.5


class Outer(Struct, forbid_unknown_fields=True):
    inner: dict[str, Inner]
    flag: bool = False


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("inner:\n  a:\n    count: 1\n  b:\n    count: x", "5: `count` must be a whole number, not `x`"),
        ("inner:\n  a: {count: 1}\n  b: {share: 1}", "3: missing `count`; add it"),
        ("inner:\n  a: {count: 1, shaer: 2}", "2: unknown field `shaer`; did you mean `share`?"),
        ("inner: {}\nflag: no", "2: `flag` must be `true` or `false`, not `no`"),
        ("inner: []", "1: `inner` must be a mapping of `key: value` lines, not a list"),
        ("- a", "1: the whole must be a mapping of `key: value` lines, not a list"),
    ],
)
def test_a_value_that_does_not_fit_is_named_at_its_own_line(text: str, said: str) -> None:
    with pytest.raises(ContentError) as error:
        convert(compose(text, "f.yaml"), Outer)
    assert str(error.value) == f"f.yaml:{said}"


_TEXTS = st.text() | st.text(alphabet="ab:- \n\t[]{}'\"|>#&*!?,%@`~0\\\x00\x85", max_size=60)


@settings(deadline=None, max_examples=300)
@given(_TEXTS)
@example("%TAG ! tag:x,2000:\n--- a")
@example("a: \ufeffb")
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        said = compose(text, "f.yaml").place(())
    except ContentError as error:
        said = str(error)
    assert said.startswith("f.yaml:")
    assert len(said.splitlines()) == 1
