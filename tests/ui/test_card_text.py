"""Parsed Markdown as HTML: all of it escaped, code as it is."""

from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from drill.content.prose import parse
from drill.study.prose import Prose
from drill.ui.card_text import CardTexts, code_block, numbered, typed

MARKDOWN = "Two *fine* `a<b` **words** {n}.\n\n- one\n- two\n\n> said\n\n    print(1 < 2)\n"


def html(text: str, **words: str) -> str:
    prose: dict[str, Prose] = {text: parse(text)}
    return CardTexts(prose, words).blocks(text)


def test_all_blocks() -> None:
    assert html(MARKDOWN, n="<8>") == (
        "<p>Two <i>fine</i> <code>a&lt;b</code> <b>words</b> &lt;8&gt;.</p>"
        '<p style="margin-left: 1em">• one</p><p style="margin-left: 1em">• two</p>'
        "<blockquote>said</blockquote>"
        "<pre><code>print(1 &lt; 2)</code></pre>"
    )
    assert html("1. one") == '<p style="margin-left: 1em">1. one</p>'
    assert html("# Head") == "<p><b>Head</b></p>"
    assert html("[name](https://x.y)") == "<p>name (https://x.y)</p>"


def test_a_text_behind_a_letter() -> None:
    text = "a\n\nb"
    texts = CardTexts({text: parse(text), "*a*": parse("*a*")})
    assert texts.line("*a*") == "<i>a</i>"
    assert texts.line("plain") == "plain"
    assert texts.line(text) == "<p>a</p><p>b</p>"


def test_code_and_typed_text() -> None:
    assert code_block("a < b\n\n") == "<pre><code>a &lt; b</code></pre>"
    assert numbered("a\nb") == (
        '<pre><code><span class="number"> 1</span>  a\n<span class="number"> 2</span>  b</code></pre>'
    )
    assert typed("<a>\nb") == "&lt;a&gt;<br>b"


def test_nothing_that_ends_a_field_of_anki_or_steers_a_terminal() -> None:
    assert typed("a\x1fb\x1b[31m\u202e") == "a\ufffdb␛[31m\ufffd"
    assert "\x1f" not in html("a\x1fb")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)


@settings(deadline=None, max_examples=200)
@given(st.text(st.sampled_from("<>&\"'/scriptonerror=x `*-\n"), max_size=30))
def test_no_tag_but_those_of_markdown(text: str) -> None:
    tags = Tags()
    tags.feed(html(text) + typed(text) + code_block(text) + numbered(text))
    assert tags.seen <= {"p", "b", "i", "code", "pre", "span", "blockquote", "br"}
