"""Parsed Markdown on a console: paragraphs, lists, colored code.

Leaves out parsing (content/prose.py); what stands in a text is shown as typed.
"""

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from drill.study.instance import fill
from drill.study.prose import Block, Prose
from drill.study.text import harmless

EMPTY: Mapping[str, str] = {}


class Texts:
    """The texts of one item: their parsed form by the text itself, and the words to fill in."""

    def __init__(self, prose: Mapping[str, Prose], words: Mapping[str, str] = EMPTY) -> None:
        """Keep both."""
        self._prose = prose
        self._words = words

    def blocks(self, text: str) -> list[RenderableType]:
        """Return a text as renderables, a blank line between paragraphs."""
        prose = self._prose.get(text)
        return blocks_view(prose, self._words) if prose else [Text(fill(text, self._words))]

    def line(self, text: str) -> Text:
        """Return a text as one run, for an option or a step."""
        prose = self._prose.get(text)
        if not prose:
            return Text(fill(text, self._words))
        return Text("\n").join([block_text(block, self._words) for block in prose])


def block_text(block: Block, words: Mapping[str, str] = EMPTY) -> Text:
    """Return one block's text with its styles."""
    text = Text()
    for span in block.spans:
        text.append(fill(span.text, words), style=span.style or None)
    return text


def blocks_view(prose: Sequence[Block], words: Mapping[str, str] = EMPTY) -> list[RenderableType]:
    """Return blocks as renderables; list items stand together, other blocks a line apart."""
    parts: list[RenderableType] = []
    for place, block in enumerate(prose):
        if place and not (block.kind == "item" == prose[place - 1].kind):
            parts.append(Text())
        parts.append(_block_view(block, words))
    return parts


def _block_view(block: Block, words: Mapping[str, str]) -> RenderableType:
    text = block_text(block, words)
    if block.kind == "item":
        grid = Table.grid(padding=(0, 1))
        grid.add_row(Text(f"{'  ' * block.level}{block.marker}"), text)
        return grid
    if block.kind == "code":
        text.rstrip()
        # code keeps its lines: folding a long one is better than hiding its end
        text.overflow = "fold"
        return Padding(text, (0, 0, 0, 2))
    if block.kind == "quote":
        return Padding(text, (0, 0, 0, 4))
    if block.kind == "heading":
        text.stylize("head")
    return text


def typed(text: str) -> Text:
    """Return what a learner typed, harmless."""
    return Text(harmless(text), style="accent")
