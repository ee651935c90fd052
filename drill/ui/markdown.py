"""Sections of a page as Markdown.

Leaves out charts: what is written so has none.
"""

import re
from collections.abc import Iterator, Sequence

from drill.study.text import harmless
from drill.ui.page import Facts, Section, Table

_SIGNS = re.compile(r"([\\`*_\[\]<>|])")


def markdown(title: str, lead: str, sections: Sequence[Section]) -> str:
    """Return a whole document."""
    parts = [f"# {_escaped(title)}", _escaped(lead)]
    for section in sections:
        parts.append(f"## {_escaped(section.title)}")
        parts += _parts(section)
    return "\n\n".join(parts) + "\n"


def _parts(section: Section) -> Iterator[str]:
    for part in section.parts:
        if isinstance(part, Table):
            yield _table(part)
        elif isinstance(part, Facts):
            yield "\n".join(f"- {_escaped(name)}: {_escaped(value)}" for name, value in part.pairs)
        else:
            yield _escaped(str(part))


def _table(table: Table) -> str:
    ruler = ["---"] * len(table.head)
    head, *rows = ([_escaped(cell) for cell in row] for row in (table.head, *table.rows))
    lines = [f"| {' | '.join(row)} |" for row in (head, ruler, *rows)]
    return "\n".join([f"{_escaped(table.caption)}:", "", *lines])


def _escaped(text: str) -> str:
    """Return text as it is typed, on one line: a row of a table ends with its line."""
    return _SIGNS.sub(r"\\\1", " ".join(harmless(text).split()))
