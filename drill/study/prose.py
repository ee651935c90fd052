"""Text ready to show: blocks of styled spans, as the compiler of banks makes them from Markdown.

Leaves out parsing (content.prose) and colours (ui): a style is a name.
"""

from typing import Literal

from msgspec import Struct

Style = Literal[
    "",
    "strong",
    "em",
    "code",
    "link",
    "code.keyword",
    "code.string",
    "code.number",
    "code.comment",
    "code.name",
    "code.operator",
]
BlockKind = Literal["paragraph", "heading", "item", "code", "quote"]


class Span(Struct, frozen=True, array_like=True):
    """A run of text in one style; a line feed in it is a line that must break."""

    text: str
    style: Style = ""


class Block(Struct, frozen=True, array_like=True):
    """A paragraph, heading, list item, code block or quoted paragraph.

    `level` is the depth of the list or quote around it, or a heading's rank. `marker` is an item's bullet or
    number (empty for its later paragraphs), or a code block's language.
    """

    kind: BlockKind
    spans: tuple[Span, ...]
    level: int = 0
    marker: str = ""


Prose = tuple[Block, ...]


def plain(text: str) -> Prose:
    """Return text as one paragraph without styles."""
    return (Block("paragraph", (Span(text),)),)


def plain_text(prose: Prose) -> str:
    """Return the text of prose without its styles, a blank line between blocks."""
    return "\n\n".join("".join(span.text for span in block.spans) for block in prose)
