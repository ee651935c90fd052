"""Cards out of a table: comma, semicolon or tab between the cells, with or without a head.

Leaves out what becomes of a card (taking.py). The columns are prompt, answer, topic, explanation, difficulty.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from drill.content.files import read_text
from drill.errors import ContentError
from drill.study.draft import Card, Refused, answer_parts, clean
from drill.study.question import ITEM_ID

COLUMNS = ("prompt", "answer", "topic", "explanation", "difficulty")
_SEPARATORS = (",", ";", "\t")
_SAMPLE = 8192


def read_table(path: Path) -> list[Card | Refused]:
    """Return the cards of a table; ContentError where it can't be read, Refused for each bad row."""
    return list(table_cards(read_text(path), str(path)))


def table_cards(text: str, name: str) -> Iterator[Card | Refused]:
    """Yield the cards of a table's text; `name` is what messages call it."""
    columns: Sequence[str] = COLUMNS
    for number, (line, cells) in enumerate(_rows(text, name)):
        head = [cell.casefold() for cell in cells]
        if number == 0 and _is_head(head):
            columns = head
        elif any(cells):
            yield _card(f"line {line}", cells, columns)


def _rows(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with the line that it begins on."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise ContentError(f"{name}:{line}: {error}; mend the quotes of that row") from None
        yield line, list(map(clean, cells))


def _separator(text: str) -> str:
    """Return what stands between cells: the head tells, else Python's guess, else a comma."""
    first = text.lstrip("\r\n").split("\n", 1)[0].casefold()
    for separator in _SEPARATORS:
        if _is_head([cell.strip().strip('"') for cell in first.split(separator)]):
            return separator
    try:
        return csv.Sniffer().sniff(text[:_SAMPLE], delimiters="".join(_SEPARATORS)).delimiter
    except csv.Error:
        return ","


def _is_head(cells: Sequence[str]) -> bool:
    return {"prompt", "answer"} <= set(cells)


def _card(where: str, cells: list[str], columns: Sequence[str]) -> Card | Refused:
    values = dict(zip(columns, cells, strict=False))
    prompt, answer = values.get("prompt", ""), values.get("answer", "")
    why = _fault(cells, columns, values)
    if why:
        return Refused(where, prompt, why)
    return Card(
        where,
        prompt,
        answer,
        answer_parts(answer),
        explanation=values.get("explanation", ""),
        topic=values.get("topic") or None,
        difficulty=int(values.get("difficulty") or 0) or None,
    )


def _fault(cells: list[str], columns: Sequence[str], values: dict[str, str]) -> str:
    if any(cells[len(columns) :]):
        return f"{len(cells)} cells for {len(columns)} columns; quote a text that holds the separator"
    topic, difficulty = values.get("topic"), values.get("difficulty")
    if topic and not ITEM_ID.fullmatch(topic):
        return "its topic must be lower-case words joined by hyphens"
    if difficulty and difficulty not in {"1", "2", "3", "4", "5"}:
        return "its difficulty must be 1 to 5"
    return ""
