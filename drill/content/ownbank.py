"""One's own bank as text that is changed question by question: what isn't touched stays as it was typed.

Leaves out what a question holds (own.py, taking.py) and writing the file (writing.py).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from drill.content.banks import Located, parse_bank
from drill.content.files import MOST_BYTES
from drill.content.yamltext import compose
from drill.errors import ContentError, UsageError

HEADER = "format: 1\ntopic: own\nquestions:\n"
Fields = Mapping[str, Any]
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class Entry(NamedTuple):
    """A question as it stands: its fields as text, its first line, and the line after its last, from 0."""

    fields: Fields
    first: int
    end: int


def questions_of(text: str, name: str) -> tuple[Located, ...]:
    """Return the questions of a bank's text; ContentError when even one can't be read."""
    loaded = parse_bank(text, name)
    if loaded.problems:
        problem = loaded.problems[0]
        raise ContentError(f"{problem.place}: {problem.message}")
    return loaded.questions


def entries_of(text: str, name: str) -> dict[str, Entry]:
    """Return each question by its id as it stands in a sound bank."""
    values = compose(text, name).value["questions"]
    nodes, lines = _questions_node(text).value, text.splitlines()
    return {
        value["id"]: Entry(value, node.start_mark.line, _end(node, lines))
        for value, node in zip(values, nodes, strict=True)
    }


def changed_text(
    text: str, name: str, *, changes: Mapping[str, Fields], additions: Iterable[Fields] = ()
) -> str:
    """Return the text with some questions replaced, by id, and others at its end.

    UsageError where that would be no bank any more, or one too large.
    """
    entries = entries_of(text, name) if text != HEADER else {}
    lines = text.splitlines(keepends=True)
    indent = _indent(lines, entries)
    # from the end, so that the lines of those before stay where they are
    for item, fields in sorted(changes.items(), key=lambda change: -entries[change[0]].first):
        entry = entries[item]
        lines[entry.first : entry.end] = [entry_text(fields, indent=indent)]
    # nothing that stands there is touched: blanks at the end may belong to an answer
    kept = "".join(lines)
    kept = kept if kept.endswith("\n") else f"{kept}\n"
    longer = kept + "".join(entry_text(fields, indent=indent) for fields in additions)
    _check_fits(longer, name)
    return longer


def entry_text(fields: Fields, *, indent: str) -> str:
    """Return a question as an entry of the list in a bank."""
    # libyaml is four times as fast, but writes what lies beyond 16 bits as a number
    dumper = _DUMPER if max(str(fields)) <= "\uffff" else yaml.SafeDumper
    dumped = yaml.dump([dict(fields)], Dumper=dumper, sort_keys=False, allow_unicode=True, width=100)
    return "".join(f"{indent}{line}\n" if line else "\n" for line in dumped.rstrip("\n").split("\n"))


def _check_fits(longer: str, name: str) -> None:
    most = MOST_BYTES // 2**20
    if len(longer.encode()) > MOST_BYTES:
        raise UsageError(
            f"{name}: would be larger than {most} MiB; import fewer, or move some into an added bank"
        )
    try:
        questions_of(longer, name)
    except ContentError as error:
        raise UsageError(
            f"this question can't be added: {error}; change it, or the end of that file"
        ) from error


def _questions_node(text: str) -> Any:
    root: Any = yaml.compose(text, Loader=_LOADER)
    return next(value for key, value in root.value if key.value == "questions")


def _end(node: Any, lines: Sequence[str]) -> int:
    """Return the line after a node's last one: a block's own end lies behind what follows it."""
    while not isinstance(node, yaml.ScalarNode) and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    line, column = int(node.end_mark.line), int(node.end_mark.column)
    end = line + (column > 0)
    while not lines[end - 1].strip():
        end -= 1
    return end


def _indent(lines: Sequence[str], entries: Mapping[str, Entry]) -> str:
    """Return what stands before the dash of the first question: an editor may have laid the list out anew."""
    first = lines[min(entry.first for entry in entries.values())] if entries else "  -"
    return first[: len(first) - len(first.lstrip(" "))]
