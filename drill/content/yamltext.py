"""YAML in which every scalar is text, with the line of every key and item.

Leaves out what a file means (banks.py, outline.py): a typed field turns text into numbers and dates.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

import msgspec
import yaml

from drill.content.files import read_text
from drill.content.problem import Problem
from drill.content.validation import Route, said_by_msgspec
from drill.content.yamltrouble import check_characters, check_tabs, said_by_yaml
from drill.errors import ContentError
from drill.study.text import harmless, one_line

__all__ = ["Route", "Tree", "attempt", "compose", "convert", "read_text"]

T = TypeVar("T")
Value = Any
DEEPEST = 30
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Tree(NamedTuple):
    """A YAML file as text, lists and dicts; `lines` gives the line, from 1, of each key's or item's path."""

    name: str
    value: Value
    lines: dict[Route, int]

    def at(self, path: Route) -> Value:
        """Return the value at a path that is in `lines`."""
        value = self.value
        for step in path:
            value = value[step]
        return value

    def place(self, path: Route) -> str:
        """Return `file:line` of the path, or of its nearest known parent."""
        while path and path not in self.lines:
            path = path[:-1]
        return f"{self.name}:{self.lines[path]}"


def compose(text: str, name: str) -> Tree:
    """Turn YAML into a Tree without anchors, aliases, tags, duplicate keys or tab indentation.

    Raises ContentError `name:line: what; mend` for these and for text that is no YAML.
    """
    check_characters(text, name)
    composer = _Composer(name)
    try:
        value = composer.document(yaml.parse(text, Loader=_LOADER))
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        check_tabs(text, name, composer.scalar_lines)
        line, said = said_by_yaml(error, text)
        raise ContentError(f"{name}:{line}: {said}") from None
    check_tabs(text, name, composer.scalar_lines)
    return Tree(name, value, composer.lines)


def attempt(tree: Tree, kind: type[T], at: Route = ()) -> T | Problem:
    """Convert the value at a path to a msgspec type, or say in our words why it doesn't fit."""
    value = tree.at(at)
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        path, message = said_by_msgspec(str(error), value, kind)
        return Problem(tree.place(at + path), message)


def convert(tree: Tree, kind: type[T], at: Route = ()) -> T:
    """Convert the value at a path to a msgspec type; ContentError `file:line: what` when it doesn't fit."""
    result = attempt(tree, kind, at)
    if isinstance(result, Problem):
        raise ContentError(f"{result.place}: {result.message}")
    return result


class _Composer:
    """Builds one document from the parser's events; the parser is never let past a forbidden one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: dict[Route, int] = {}
        self.scalar_lines: set[int] = set()

    def document(self, events: Iterator[Any]) -> Value:
        self.events = events
        self._next()
        if isinstance(self._next(), yaml.StreamEndEvent):
            raise ContentError(f"{self.name}:1: the file is empty; fill it or delete it")
        value = self._value(self._next(), ())
        self._next()
        after = self._next()
        if not isinstance(after, yaml.StreamEndEvent):
            raise ContentError(f"{self._place(after)}: a second document begins; delete the `---` line")
        return value

    def _next(self) -> Any:
        return next(self.events)

    def _place(self, event: Any) -> str:
        return f"{self.name}:{event.start_mark.line + 1}"

    def _value(self, event: Any, path: Route) -> Value:
        self._refuse(event, path)
        self.lines.setdefault(path, event.start_mark.line + 1)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(path)
        return self._mapping(path)

    def _refuse(self, event: Any, path: Route) -> None:
        if isinstance(event, yaml.AliasEvent):
            raise ContentError(
                f"{self._place(event)}: alias `*{one_line(event.anchor or '')}`; write it out or quote it"
            )
        if event.anchor is not None:
            raise ContentError(
                f"{self._place(event)}: anchor `&{one_line(event.anchor)}`; delete it or quote the text"
            )
        if event.tag is not None:
            raise ContentError(
                f"{self._place(event)}: tag `{_short(event.tag)}`; delete it or quote the text"
            )
        if len(path) > DEEPEST:
            raise ContentError(f"{self._place(event)}: nested more than {DEEPEST} deep; flatten it")

    def _scalar(self, event: Any) -> str:
        first, end = event.start_mark.line + 1, event.end_mark
        if end.line >= first:
            self.scalar_lines.update(range(first + 1, end.line + 1 + (end.column > 0)))
        return harmless(event.value)

    def _sequence(self, path: Route) -> list[Value]:
        items: list[Value] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            items.append(self._value(event, (*path, len(items))))
        return items

    def _mapping(self, path: Route) -> dict[str, Value]:
        members: dict[str, Value] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._key(event, path)
            self.lines[(*path, key)] = event.start_mark.line + 1
            members[key] = self._value(self._next(), (*path, key))
        return members

    def _key(self, event: Any, path: Route) -> str:
        self._refuse(event, path)
        if not isinstance(event, yaml.ScalarEvent) or not event.value.strip():
            raise ContentError(f"{self._place(event)}: a key must be text; quote it or mend the colon")
        key = self._scalar(event)
        first = self.lines.get((*path, key))
        if first is not None:
            raise ContentError(
                f"{self._place(event)}: `{one_line(key)}` stands twice, first on line {first}; keep one"
            )
        return key


def _short(tag: str) -> str:
    return one_line(tag.replace("tag:yaml.org,2002:", "!!"))
