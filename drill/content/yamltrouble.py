"""What is wrong with text that YAML refuses, in one short sentence and the right line.

Leaves out faults of readable YAML, such as duplicate keys (yamltext.py).
"""

import re
from collections.abc import Set as AbstractSet
from typing import Any

from drill.errors import ContentError

_REFUSED = re.compile("[^\t\n\r -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAB_INDENT = re.compile(r"^ *\t[ \t]*[^ \t\r\n]", re.MULTILINE)
_BREAK = re.compile(r"\r\n|\r|\n")

# Each row: words of the parser's problem, what we say, and whether the fault is where the construct
# began (an unclosed quote) or where the parser gave up.
_SAID = (
    ("found unexpected end of stream", "a quote is opened and never closed; close it", True),
    ("',' or ']'", "a `[` list is not closed, or lacks a comma; close it with `]`", True),
    ("',' or '}'", "a `{` mapping is not closed, or lacks a comma; close it with `}`", True),
    (
        "mapping values are not allowed",
        "a colon where none fits; quote the text or mend the indentation",
        False,
    ),
    (
        "'-' indicator",
        "a line that is no item of the list; begin it with `- ` or mend its indentation",
        False,
    ),
    ("expected <block end>", "a line that doesn't fit those above; mend its indentation or quotes", False),
    ("expected key", "a line that doesn't fit those above; mend its indentation or quotes", False),
    ("expected ':'", "a line without `key: value`; add the colon or mend the indentation", False),
    ("escape", "an unknown escape in double quotes; use single quotes or a `|` block", False),
    ("hexdecimal", "an unknown escape in double quotes; use single quotes or a `|` block", False),
    ("depth", "nested far too deep; flatten it", False),
    ("node content", "a bracket or mark without a value; delete it or quote the text", False),
    ("document start", "text after the end of the content; delete it", False),
    ("comment or line break", "text after `|` or `>`; begin it on the next line", False),
    ("alphabetic", "`*` or `&` begins a plain text; quote the text", False),
)
_OTHER = "not readable as YAML; check quotes, colons and indentation"


def check_characters(text: str, name: str) -> None:
    """Raise ContentError for the first character that no bank may hold: NUL, ESC, odd line breaks."""
    found = _REFUSED.search(text)
    if found:
        raise ContentError(
            f"{name}:{_line_at(text, found.start())}: character U+{ord(found.group()):04X}; delete it"
        )


def check_tabs(text: str, name: str, scalar_lines: AbstractSet[int]) -> None:
    """Raise ContentError for the first line, outside the lines of a text, indented with a tab."""
    for found in _TAB_INDENT.finditer(text):
        line = _line_at(text, found.start())
        if line not in scalar_lines:
            raise ContentError(f"{name}:{line}: tab used for indentation; use spaces")


def said_by_yaml(error: Exception, text: str) -> tuple[int, str]:
    """Return the line of the fault, from 1, and our words for the parser's."""
    problem = str(getattr(error, "problem", ""))
    mark: Any = getattr(error, "problem_mark", None)
    opened: Any = getattr(error, "context_mark", None) or mark
    if mark is None:
        return 1, _OTHER
    if "start any token" in problem:
        return mark.line + 1, _bad_start(text, mark)
    for words, said, at_start in _SAID:
        if words in problem:
            return (opened if at_start else mark).line + 1, said
    return mark.line + 1, _OTHER


def _bad_start(text: str, mark: Any) -> str:
    rest = _BREAK.split(text)[mark.line][mark.column :]
    return f"`{rest[:1]}` can't begin a value; put the value in quotes"


def _line_at(text: str, offset: int) -> int:
    return len(_BREAK.findall(text, 0, offset)) + 1
