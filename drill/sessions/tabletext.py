"""Rows as comma-separated text (RFC 4180) that a spreadsheet opens without running anything.

Leaves out what the rows are (outgoing.py) and reading such text (content/cards.py).
"""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

# a spreadsheet takes what begins so for a formula; a quote in front makes it text
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def table_text(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Return a table with its head; no value is an empty cell, dates and times are those of ISO 8601."""
    held = io.StringIO(newline="")
    writer = csv.writer(held)
    writer.writerow(head)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return held.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value
