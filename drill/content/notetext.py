"""The HTML of a note's field as lines of text, and those as Markdown that shows them as they are.

Leaves out bold, italics, links and tables; pictures and sound are dropped, and that is said.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import groupby
from typing import Literal, NamedTuple

_LISTS = frozenset({"ul", "ol"})
_HEADS = frozenset(f"h{rank}" for rank in range(1, 7))
_OTHERS = frozenset({"p", "div", "li", "tr", "table", "blockquote", "hr", "pre", "dt", "dd", "section"})
_BLOCKS = _LISTS | _HEADS | _OTHERS
_MEDIA = frozenset({"img", "audio", "video", "object", "svg", "embed", "iframe"})
_UNSEEN = frozenset({"style", "script", "title"})
_SCRIPTS = {"sup": "^", "sub": "_"}
_SOUND = re.compile(r"\[(?:sound|anki):[^\]]*\]")
# Python's reader fails at a section of any other sort
_ODD_SECTION = re.compile(
    r"<!\[(?!(?:if|else|endif|cdata|temp|ignore|include|rcdata)[^-_.a-z0-9])", re.IGNORECASE
)
_SPECIAL = re.compile(r"[\\`*\[\]<]|(?<![^\W_])_|_(?![^\W_])")
_LEADING = re.compile(r"[#>+~-]")
_NUMBERED = re.compile(r"(\d{1,9})([.)])")


class Line(NamedTuple):
    """A line of plain text: of a text, an item of a list, or code."""

    kind: Literal["text", "item", "code"]
    text: str


class NoteText(NamedTuple):
    """A field's lines, none of them blank but in code, and whether pictures or sound were dropped."""

    lines: tuple[Line, ...]
    lost_media: bool

    def plain(self) -> str:
        """Return the lines as they are."""
        return "\n".join(line.text for line in self.lines)

    def markdown(self) -> str:
        """Return Markdown for the lines: paragraphs, one list for items that follow one another, code."""
        runs = groupby(self.lines, key=lambda line: line.kind)
        return "\n\n".join(_run(kind, [line.text for line in lines]) for kind, lines in runs)


def note_text(html: str) -> NoteText:
    """Return the text of a field; whatever is no HTML stays as typed."""
    reader = _Reader()
    read = _ODD_SECTION.sub("&lt;![", html.replace("\r\n", "\n"))
    reader.feed(_SOUND.sub("", read))
    reader.close()
    reader.end_line()
    lost = reader.lost_media or _SOUND.search(html) is not None
    return NoteText(tuple(_trimmed(reader.lines)), lost)


def as_typed(text: str) -> str:
    """Return Markdown that shows a line as it is."""
    escaped = _SPECIAL.sub(r"\\\g<0>", text)
    if _LEADING.match(escaped):
        return f"\\{escaped}"
    numbered = _NUMBERED.match(escaped)
    return f"{numbered[1]}\\{escaped[numbered.end(1) :]}" if numbered else escaped


class _Reader(HTMLParser):
    """Collects lines; a tag that is never closed closes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self.lost_media = False
        self._kind: Literal["text", "item", "code"] = "text"
        self._text = ""
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in _BLOCKS or tag == "br":
            self.end_line()
        if tag == "li":
            self._kind = "item"
        elif tag == "pre":
            self._kind = "code"
        elif tag in _SCRIPTS:
            self._text += _SCRIPTS[tag]
        self.lost_media |= tag in _MEDIA
        self._unseen += tag in _UNSEEN

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.end_line()
        if tag == "pre" or tag in _LISTS:
            self._kind = "text"
        self._unseen = max(0, self._unseen - (tag in _UNSEEN))

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        data = data.replace("\xa0", " ")
        if self._kind == "code":
            *whole, last = data.split("\n")
            for line in whole:
                self._text += line
                self.end_line()
            self._text += last
        else:
            self._text += re.sub(r"\s+", " ", data)

    def end_line(self) -> None:
        """Keep the line that was read so far, unless it is blank and no code."""
        text = self._text.rstrip() if self._kind == "code" else self._text.strip()
        if text or self._kind == "code":
            self.lines.append(Line(self._kind, text))
        if text and self._kind == "item":
            # what follows in the same item is no item of its own
            self._kind = "text"
        self._text = ""


def _trimmed(lines: list[Line]) -> Iterator[Line]:
    """Yield lines without the blank ones that begin or end a run of code."""
    for kind, run in groupby(lines, key=lambda line: line.kind):
        texts = [line.text for line in run]
        while kind == "code" and texts and not texts[0]:
            del texts[0]
        while kind == "code" and texts and not texts[-1]:
            del texts[-1]
        yield from (Line(kind, text) for text in texts)


def _run(kind: str, texts: list[str]) -> str:
    if kind == "item":
        return "\n".join(f"- {as_typed(text)}" for text in texts)
    if kind == "text":
        return "\n\n".join(map(as_typed, texts))
    longest = max((len(run) for text in texts for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([fence, *texts, fence])
