"""Sections of a page as a PDF of one sheet of A4, its text selectable.

Leaves out charts: what is written so has none. The largest type that fits on one sheet is taken.
"""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from drill.errors import MissingError
from drill.study.text import harmless
from drill.ui.page import Section, Table

if TYPE_CHECKING:
    from fpdf import FPDF
    from fpdf.fonts import TTFFont

_FONT = "source-sans"
_FONT_PACKAGE = "font_source_sans_pro"
_FACES = {"": "SourceSansPro-Regular.ttf", "B": "SourceSansPro-Semibold.ttf"}
_MARGIN = 9.0
# points; below the smallest nobody reads it on paper, and a second sheet is better
_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5)
_MM_A_POINT = 0.3528
_LEADING = 1.25
_QUIET = 190
_UNKNOWN = "?"
# millimeters
_NARROWEST, _WIDEST, _BETWEEN = 8.0, 100.0, 3.0


def pdf(title: str, lead: str, sections: Sequence[Section]) -> bytes:
    """Return the document; MissingError without the packages that make one."""
    faces = _faces()
    # the last size gives a document in any case
    return next(filter(None, (_at(size, title, lead, sections, faces) for size in _SIZES)))


def _at(size: float, title: str, lead: str, sections: Sequence[Section], faces: dict[str, Path]) -> bytes:
    """Return the document in type of a size; nothing where smaller type may spare a second sheet."""
    document = _drawn(title, lead, sections, size, faces)
    try:
        fits = document.page_no() == 1 or size == _SIZES[-1]
        return bytes(document.output()) if fits else b""
    finally:
        # else the font's files stay open
        for font in _fonts(document):
            font.close()


def _faces() -> dict[str, Path]:
    """Return the font's files by style."""
    if find_spec("fpdf") is None or (font := find_spec(_FONT_PACKAGE)) is None or font.origin is None:
        raise MissingError("a PDF needs fpdf2 and a font; pip install 'drill[pdf]', or write sheet.html")
    folder = Path(font.origin).parent / "files"
    return {style: folder / name for style, name in _FACES.items()}


def _drawn(title: str, lead: str, sections: Sequence[Section], size: float, faces: dict[str, Path]) -> "FPDF":
    from fpdf import FPDF

    document = FPDF(format="A4")
    document.set_title(title)
    document.set_lang("en")
    document.set_margin(_MARGIN)
    document.set_auto_page_break(True, _MARGIN)
    for style, path in faces.items():
        document.add_font(_FONT, style, path)
    document.add_page()
    _line(document, title, size + 4, bold=True)
    _line(document, lead, size)
    for section in sections:
        _section(document, section, size)
    return document


def _section(document: "FPDF", section: Section, size: float) -> None:
    document.ln(size * _MM_A_POINT * 0.6)
    _line(document, section.title, size + 1.5, bold=True)
    for part in section.parts:
        if isinstance(part, Table):
            _line(document, part.caption, size)
            _table(document, part, size)
        else:
            _line(document, str(part), size)


def _line(document: "FPDF", text: str, size: float, *, bold: bool = False) -> None:
    document.set_font(_FONT, "B" if bold else "", size)
    leading = size * _MM_A_POINT * _LEADING
    document.multi_cell(0, leading, _drawable(document, text), new_x="LMARGIN", new_y="NEXT")


def _fonts(document: "FPDF") -> "Iterator[TTFFont]":
    from fpdf.fonts import TTFFont

    return (font for font in document.fonts.values() if isinstance(font, TTFFont))


def _drawable(document: "FPDF", text: str) -> str:
    """Return a text with a sign in the place of those that the font does not have."""
    known = next(_fonts(document)).cmap
    return "".join(sign if ord(sign) in known else _UNKNOWN for sign in harmless(text))


def _table(document: "FPDF", table: Table, size: float) -> None:
    from fpdf import FontFace

    document.set_font(_FONT, "", size)
    document.set_draw_color(_QUIET)
    with document.table(
        borders_layout="HORIZONTAL_LINES",
        col_widths=_widths(document, table),
        line_height=size * _MM_A_POINT * _LEADING,
        padding=(0.1, 0.8, 0.1, 0),
        text_align="LEFT",
        first_row_as_headings=False,
    ) as drawn:
        drawn.row([_drawable(document, name) for name in table.head], style=FontFace(emphasis="BOLD"))
        for row in table.rows:
            drawn.row([_drawable(document, cell) for cell in row])


def _widths(document: "FPDF", table: Table) -> tuple[float, ...]:
    """Return how wide columns are beside one another: as their longest text, within reason."""
    columns = zip(table.head, *table.rows, strict=True)
    longest = [
        max(document.get_string_width(_drawable(document, text)) for text in column) for column in columns
    ]
    return tuple(min(max(width, _NARROWEST), _WIDEST) + _BETWEEN for width in longest)
