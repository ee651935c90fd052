"""Markdown becomes styled spans; what is no Markdown stays as typed."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from drill.content.prose import parse, parse_code
from drill.study.prose import Block, Span, plain, plain_text


@pytest.mark.parametrize(
    "text",
    [
        "dict[str, int] and [bold]red[/bold]",
        "2*32*8*128*8192*2 B, {layers}*{heads}*{dim}",
        "2**32 and 2**16, (n-1)**2 times 10**(n+1), {base}**{power}",
        "<b>not bold</b> &amp; <script>",
        "a | b",
        "kv_heads and head_dim",
    ],
)
def test_text_stays_as_typed(text: str) -> None:
    assert parse(text) == plain(text)


def test_styles_are_spans() -> None:
    (block,) = parse("**a *b*** `c*d*` [paper](https://x.org) e\nf\\\ng")
    assert block.spans == (
        Span("a ", "strong"),
        Span("b", "em"),
        Span(" "),
        Span("c*d*", "code"),
        Span(" "),
        Span("paper", "link"),
        Span(" (https://x.org) e f\ng"),
    )


def test_a_bold_number_is_no_power() -> None:
    (block,) = parse("**{tokens}** tokens (**2**), 2 **32** 4, a**b**c")
    assert [span.text for span in block.spans if span.style == "strong"] == ["{tokens}", "2", "32", "b"]


def test_blocks_know_their_kind_level_and_marker() -> None:
    text = "# Head\n\npara\n\n- one\n\n  more\n  1. deep\n-\n- two\n\n> said\n\n```\nx = 1\n```\n"
    assert [(block.kind, block.level, block.marker, plain_text((block,))) for block in parse(text)] == [
        ("heading", 1, "", "Head"),
        ("paragraph", 0, "", "para"),
        ("item", 1, "-", "one"),
        ("item", 1, "", "more"),
        ("item", 2, "1.", "deep"),
        ("item", 1, "-", "two"),
        ("quote", 1, "", "said"),
        ("code", 0, "", "x = 1"),
    ]


def test_python_is_coloured() -> None:
    (block,) = parse_code("def f(x):\n    return 1.5 + 'a'  # why\n", "python")
    assert {span.text.strip(): span.style for span in block.spans} == {
        "def": "code.keyword",
        "": "code",
        "f": "code.name",
        "(x):": "code",
        "return": "code.keyword",
        "1.5": "code.number",
        "+": "code.operator",
        "'a'": "code.string",
        "# why": "code.comment",
    }


def test_an_unknown_language_is_left_uncoloured() -> None:
    assert parse_code("a = 1\n", "nolang") == (Block("code", (Span("a = 1", "code"),), marker="nolang"),)


@settings(deadline=None, max_examples=100)
@given(st.text(alphabet="ab1 \n#'\"()[]:=+\\.é"))
def test_colouring_loses_no_character(code: str) -> None:
    assert plain_text(parse_code(code, "python")) == code.rstrip("\n")


@settings(deadline=None, max_examples=100)
@example("\x0c")
@given(st.text() | st.text(alphabet="ab *_`[]()<>#>-1.\n\\!|~&;", max_size=80))
def test_any_text_is_parsed(text: str) -> None:
    assert all(block.spans or block.kind != "paragraph" for block in parse(text))
