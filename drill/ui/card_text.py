"""Parsed Markdown, code and typed text as HTML for a flashcard; what steers a reading direction is shown.

Leaves out parsing (content/prose.py), links that can be clicked, and colors: a class names a style.
"""

from collections.abc import Iterable, Mapping, Sequence

from drill.study.instance import fill
from drill.study.prose import Block, Prose, Span, plain
from drill.study.text import harmless
from drill.ui.markup import Markup, element, joined

EMPTY: Mapping[str, str] = {}
_TAGS = {"strong": "b", "em": "i"}


class CardTexts:
    """The texts of one item as HTML: their parsed form by the text itself, and the words to fill in."""

    def __init__(self, prose: Mapping[str, Prose], words: Mapping[str, str] = EMPTY) -> None:
        """Keep both."""
        self._prose = prose
        self._words = words

    def blocks(self, text: str) -> Markup:
        """Return a text as paragraphs, list items and code."""
        return joined(*(_block(block, self._words) for block in self._parsed(text)))

    def line(self, text: str) -> Markup:
        """Return a text to stand behind a letter: without a paragraph of its own where it is only one."""
        parsed = self._parsed(text)
        if len(parsed) == 1 and parsed[0].kind == "paragraph":
            return _spans(parsed[0].spans, self._words)
        return self.blocks(text)

    def _parsed(self, text: str) -> Prose:
        return self._prose.get(text) or plain(text)


def typed(text: str) -> Markup:
    """Return text that is no Markdown, its lines below one another."""
    return joined(*harmless(text).split("\n"), between="<br>")


def code_block(code: str) -> Markup:
    """Return code or output, its lines as they are."""
    return element("pre", element("code", harmless(code.rstrip())))


def numbered(code: str) -> Markup:
    """Return code with the numbers of its lines, from 1."""
    lines = enumerate(harmless(code.rstrip()).splitlines(), 1)
    shown = (joined(element("span", f"{number:>2}", class_="number"), f"  {line}") for number, line in lines)
    return element("pre", element("code", joined(*shown, between="\n")))


def paragraphs(texts: Iterable[Markup]) -> Markup:
    """Return each text as a paragraph."""
    return joined(*(element("p", text) for text in texts))


def _block(block: Block, words: Mapping[str, str]) -> Markup:
    if block.kind == "code":
        return code_block("".join(fill(span.text, words) for span in block.spans))
    text = _spans(block.spans, words)
    if block.kind == "item":
        marker = "•" if block.marker == "-" else block.marker
        return element("p", f"{marker} ", text, style=f"margin-left: {block.level}em")
    if block.kind == "quote":
        return element("blockquote", text)
    return element("p", element("b", text) if block.kind == "heading" else text)


def _spans(spans: Sequence[Span], words: Mapping[str, str]) -> Markup:
    return joined(*(_span(span, words) for span in spans))


def _span(span: Span, words: Mapping[str, str]) -> Markup:
    text = typed(fill(span.text, words))
    tag = "code" if span.style.startswith("code") else _TAGS.get(span.style)
    return element(tag, text) if tag else text
