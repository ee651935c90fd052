"""Sections as a PDF, read back: one sheet, all texts, no matter which signs are in them."""

import io
from importlib.util import find_spec

import pypdf
import pytest

from drill.errors import MissingError
from drill.ui import pdf as module
from drill.ui.page import Section, Table
from drill.ui.pdf import pdf

TABLE = Table("Worked", ("Formula", "Gives"), [("a − b ≤ c ≈ d × 2²", "12 GiB"), ("Größe, ток, α", "3 %")])


def read(document: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(document))


def text_of(reader: pypdf.PdfReader) -> str:
    return "\n".join(page.extract_text() for page in reader.pages)


def test_all_of_it_is_text_on_one_sheet() -> None:
    reader = read(pdf("The sheet", "For today", [Section("Formulas", [TABLE, "And more."])]))
    text = text_of(reader)
    assert len(reader.pages) == 1
    for words in (
        "The sheet",
        "For today",
        "Formulas",
        "Worked",
        "a − b ≤ c ≈ d × 2²",
        "Größe, ток, α",
        "And more.",
    ):
        assert words in text
    assert reader.metadata is not None
    assert reader.metadata.title == "The sheet"
    assert str(reader.root_object["/Lang"]) == "en"
    box = reader.pages[0].mediabox
    assert (round(box.width), round(box.height)) == (595, 842)


def test_smaller_type_is_taken_before_a_second_sheet() -> None:
    rows = [(f"row {number}", "value") for number in range(75)]
    assert len(read(pdf("T", "L", [Section("S", [Table("C", ("A", "B"), rows)])])).pages) == 1
    longer = [(f"row {number}", "value") for number in range(400)]
    reader = read(pdf("T", "L", [Section("S", [Table("C", ("A", "B"), longer)])]))
    assert len(reader.pages) > 1
    assert "row 399" in text_of(reader)


def test_signs_without_a_glyph_and_control_characters_end_nothing() -> None:
    odd = Table("C", ("A", "B"), [("漢字 \x1b[31m", "x" * 400)])
    reader = read(pdf("T", "L", [Section("S", [odd])]))
    assert len(reader.pages) == 1
    assert "?? " in text_of(reader)


@pytest.mark.parametrize("missing", ["fpdf", "font_source_sans_pro"])
def test_without_the_packages_it_says_how_to_get_them(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None if name == missing else find_spec(name))
    with pytest.raises(MissingError) as caught:
        pdf("T", "L", [])
    says = "a PDF needs fpdf2 and a font; pip install 'drill[pdf]', or write sheet.html"
    assert str(caught.value) == says
