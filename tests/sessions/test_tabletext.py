"""Tables: any text comes back, and no spreadsheet takes one for a formula."""

import csv
import io
from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.sessions.tabletext import table_text


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_values_in_words() -> None:
    at = datetime(2026, 12, 10, 9, 0, 0, 5, tzinfo=UTC)
    row = [True, False, None, 0.5, -2, date(2026, 12, 10), at, 'a, "b"\nc']
    text = table_text(["head"], [row])
    assert text.startswith("head\r\ntrue,false,,0.5,-2,2026-12-10,2026-12-10T09:00:00+00:00,")
    assert read(text)[1][-1] == 'a, "b"\nc'


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n"])
def test_a_formula_gets_a_quote_in_front(start: str) -> None:
    assert read(table_text(["head"], [[f"{start}1+1"]]))[1] == [f"'{start}1+1"]


@settings(deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=4))
def test_any_text_comes_back(cells: list[str]) -> None:
    row = read(table_text(["head"], [cells]))[1]
    assert [back.removeprefix("'") for back in row] == [cell.removeprefix("'") for cell in cells]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) for cell in row)
