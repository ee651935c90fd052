"""HTML of notes as text, and text as Markdown that shows it as it is."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from drill.content.notetext import Line, as_typed, note_text
from drill.content.prose import parse
from drill.study.prose import plain_text


@pytest.mark.parametrize(
    ("html", "plain"),
    [
        ("What is <b>TTFT</b>?", "What is TTFT?"),
        ("a<br>b<div>c</div>d", "a\nb\nc\nd"),
        ("<div>a</div><div><br></div><div>b</div>", "a\nb"),
        ("1 &lt; 2 &amp;&nbsp;3", "1 < 2 & 3"),
        ("1 < 2", "1 < 2"),
        ("10<sup>9</sup> and x<sub>i</sub>", "10^9 and x_i"),
        ("<ul><li>one</li><li>two<br>more</li></ul>after", "one\ntwo\nmore\nafter"),
        ("<style>p {}</style><script>x()</script>seen", "seen"),
        ("<p>never closed", "never closed"),
        ("</ul></pre></p>", ""),
        ("a\r\nb   c", "a b c"),
        ("<pre>def f():\n    return 1\n\n</pre>", "def f():\n    return 1"),
        ("&#x1F525; &bogus; &#0;", "🔥 &bogus; \ufffd"),
    ],
)
def test_plain(html: str, plain: str) -> None:
    assert note_text(html).plain() == plain
    assert not note_text(html).lost_media


@pytest.mark.parametrize("html", ['<img src="a.png">', "[sound:a.mp3]", "[anki:play:q:0]", "<video></video>"])
def test_pictures_and_sound_are_dropped_and_told(html: str) -> None:
    assert note_text(f"a {html}") == ((Line("text", "a"),), True)
    assert note_text(html) == ((), True)


def test_markdown() -> None:
    html = "Why *this*?<ul><li>one</li><li>- two</li></ul><pre>x = `1`\n\ny</pre>end"
    assert note_text(html).markdown() == (
        "Why \\*this\\*?\n\n- one\n- \\- two\n\n```\nx = `1`\n\ny\n```\n\nend"
    )
    assert note_text("<pre>````</pre>").markdown() == "`````\n````\n`````"


LINES = st.text("ab1 _*`[]()<>#+-~.\\!&;:/=|", max_size=14) | st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Cf", "Zl", "Zp"]), max_size=20
)


@settings(deadline=None, max_examples=300)
@given(LINES)
@example("__0__")
@example("1. a")
@example("1) a")
@example("# a")
@example("***")
@example("~~~")
@example("<https://a.b>")
def test_a_line_is_shown_as_it_is(text: str) -> None:
    line = " ".join(text.split())
    prose = parse(as_typed(line))
    assert plain_text(prose) == line
    assert [block.kind for block in prose] == ["paragraph"] * bool(line)


@settings(deadline=None, max_examples=200)
@given(st.text("<>/abprelibr&;#x1 \n[sound:]'\"!-", max_size=60))
def test_any_html_is_read(html: str) -> None:
    told = note_text(html)
    assert all(line.text == line.text.rstrip() for line in told.lines)
    assert plain_text(parse(told.markdown())).split() or not told.plain().strip()


@pytest.mark.parametrize("odd", ["<![foo[bar]]>", "<![ x", "<![1]>", "<![", "<![if", "<![CDATAX[x]]>"])
def test_a_section_that_is_none_of_html_stays_as_typed(odd: str) -> None:
    assert note_text(f"before {odd}").plain() == f"before {odd}"


def test_what_an_office_program_leaves_is_dropped() -> None:
    assert note_text("a<![if !supportLists]>b<![endif]>c").plain() == "abc"
