"""Primers: one screen on a topic, in Markdown, some paragraphs under a key of the outline.

Leaves out how a primer is shown. A primer is compiled once into the cache, as banks are.
"""

import re
from functools import partial
from pathlib import Path

from msgspec import Struct

from drill.content.cache import Shelf
from drill.content.files import read_text
from drill.content.locate import primer_path
from drill.errors import ContentError
from drill.study.prose import Block, Prose, Span, plain_text
from drill.study.text import harmless, one_line

_KEY = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
_KEY_IN_FILE = re.compile(r"\{#([a-z0-9-]+)\}")


class Primer(Struct, frozen=True):
    """A primer's title and blocks; `paragraphs` has the one block of each outline key."""

    topic: str
    title: str
    blocks: Prose
    paragraphs: dict[str, Prose]


def load_primer(topic: str, cache: Path | None = None) -> Primer:
    """Read the primer of a topic, through a folder of compiled files if one is given.

    Raises ContentError for a topic without one and for a primer that can't be read.
    """
    path = primer_path(topic)
    if cache is None:
        return _read_primer(topic, path)
    return Shelf(cache, ".primer").get(path, Primer, partial(_read_primer, topic, path))


def primer_line(topic: str, outline_key: str, cache: Path | None = None) -> str | None:
    """Return the text of the paragraph under an outline key, or None; errors as load_primer."""
    prose = load_primer(topic, cache).paragraphs.get(outline_key)
    return plain_text(prose) if prose else None


def _read_primer(topic: str, path: Path) -> Primer:
    return parse_primer(read_text(path), topic, str(path))


def parse_primer(text: str, topic: str, name: str) -> Primer:
    """Turn a primer's Markdown into blocks; ContentError without a title line or with a key given twice."""
    from drill.content.prose import parse

    head, _, body = text.lstrip().partition("\n")
    if not head.startswith("# "):
        raise ContentError(f"{name}:1: the first line must be `# Title`; write the title there")
    _check_keys(text, name)
    keyed = [_without_key(block) for block in parse(harmless(body))]
    return Primer(
        topic,
        one_line(head[2:], longest=200),
        tuple(block for _, block in keyed),
        {key: (block,) for key, block in keyed if key},
    )


def _check_keys(text: str, name: str) -> None:
    first: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        for key in _KEY_IN_FILE.findall(line):
            if key in first:
                raise ContentError(
                    f"{name}:{number}: key `{key}` stands already on line {first[key]}; keep one"
                )
            first[key] = number


def _without_key(block: Block) -> tuple[str, Block]:
    found = _KEY.search(block.spans[-1].text) if block.spans else None
    if found is None or block.kind == "code":
        return "", block
    last = block.spans[-1]
    rest = last.text[: found.start()]
    spans = (*block.spans[:-1], Span(rest, last.style)) if rest else block.spans[:-1]
    return found.group(1), Block(block.kind, spans, block.level, block.marker)
