"""Markdown and code as styled spans, made when a bank is compiled.

Leaves out HTML, images, tables and references: they stay as typed. The quiz itself never imports this.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token as Piece
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Token as Syntax
from pygments.util import ClassNotFound

from drill.study.prose import Block, BlockKind, Prose, Span, Style

_OFF = ["html_block", "html_inline", "image", "entity", "reference", "hr", "lheading"]
_STYLES: dict[str, Style] = {"strong_open": "strong", "em_open": "em", "link_open": "link"}
_TEXTS = {"text": "", "softbreak": " ", "hardbreak": "\n"}
# letters around a `**` are text in bold more often than a power
_TIMES = re.compile(r"(?<=[^\W_]|[})\]])\*(?=[^\W_]|[{(])|(?<=[0-9)}])\*\*(?=[0-9({])")
_SYNTAX: tuple[tuple[Any, Style], ...] = (
    (Syntax.Operator.Word, "code.keyword"),
    (Syntax.Keyword, "code.keyword"),
    (Syntax.Literal.String, "code.string"),
    (Syntax.Literal.Number, "code.number"),
    (Syntax.Comment, "code.comment"),
    (Syntax.Name.Builtin, "code.name"),
    (Syntax.Name.Class, "code.name"),
    (Syntax.Name.Decorator, "code.name"),
    (Syntax.Name.Function, "code.name"),
    (Syntax.Operator, "code.operator"),
)


def parse(text: str) -> Prose:
    """Turn Markdown into blocks; anything that is no Markdown stays as typed."""
    return tuple(_Blocks().read(_markdown().parse(text)))


def parse_code(code: str, language: str) -> Prose:
    """Turn code into one block; an unknown language gives it uncoloured."""
    return (Block("code", _coloured(code, language), marker=language),)


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).disable(_OFF)
    markdown.inline.ruler.before("emphasis", "times", _times)
    return markdown


def _times(state: StateInline, silent: bool) -> bool:
    """Keep the `*` of `2*32*8` and `{layers}*{heads}` a multiplication, the `**` of `2**32` a power."""
    sign = _TIMES.match(state.src, state.pos)
    if sign is None:
        return False
    if not silent:
        state.pending += sign[0]
    state.pos = sign.end()
    return True


class _Blocks:
    """Walks the parser's flat pieces, keeping the lists and quotes that are open."""

    def __init__(self) -> None:
        self.around: list[tuple[BlockKind, str]] = []
        self.rank = 0

    def read(self, pieces: Iterable[Piece]) -> Iterator[Block]:
        for piece in pieces:
            if piece.type in ("fence", "code_block"):
                language = piece.info.split(" ")[0]
                yield Block("code", _coloured(piece.content, language), len(self.around), language)
            elif piece.type == "inline":
                block = self._block(_merged(_spans(piece.children or [])))
                # a form feed alone makes a paragraph of nothing
                if block.spans or block.kind != "paragraph":
                    yield block
            else:
                self._walk(piece)

    def _walk(self, piece: Piece) -> None:
        if piece.type == "list_item_open":
            self.around.append(("item", f"{piece.info}{piece.markup}" if piece.info else "-"))
        elif piece.type == "blockquote_open":
            self.around.append(("quote", ""))
        elif piece.type == "heading_open":
            self.rank = int(piece.tag[1:])
        elif piece.type == "heading_close":
            self.rank = 0
        elif piece.type in ("list_item_close", "blockquote_close"):
            self.around.pop()

    def _block(self, spans: tuple[Span, ...]) -> Block:
        if self.rank:
            return Block("heading", spans, self.rank)
        if not self.around:
            return Block("paragraph", spans)
        kind, marker = self.around[-1]
        self.around[-1] = (kind, "")
        return Block(kind, spans, len(self.around), marker)


def _spans(pieces: Iterable[Piece]) -> Iterator[Span]:
    around: list[tuple[Style, str]] = [("", "")]
    for piece in pieces:
        if piece.type in _TEXTS:
            yield Span(_TEXTS[piece.type] or piece.content, around[-1][0])
        elif piece.type == "code_inline":
            yield Span(piece.content, "code")
        elif piece.nesting == 1:
            around.append((_STYLES[piece.type], str(piece.attrs.get("href", ""))))
        else:
            address = around.pop()[1]
            yield Span(f" ({address})" if address else "", around[-1][0])


def _merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    runs = groupby((span for span in spans if span.text), key=lambda span: span.style)
    return tuple(Span("".join(span.text for span in run), style) for style, run in runs)


def _coloured(code: str, language: str) -> tuple[Span, ...]:
    code = code.rstrip("\n")
    lexer = _lexer(language)
    if lexer is None:
        return (Span(code, "code"),)
    return _merged(Span(text, _style(token)) for token, text in lexer.get_tokens(code))


@cache
def _lexer(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


@cache
def _style(token: Any) -> Style:
    return next((style for kind, style in _SYNTAX if token in kind), "code")
