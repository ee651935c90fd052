"""What msgspec says about a value that doesn't fit its type, in the words of a bank's author.

Leaves out reading the file (yamltext.py); the types say what fits (study.question).
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import inspect

from drill.study.text import one_line

Route = tuple[str | int, ...]
_ANY_KEY = "[...]"
_PLACE = re.compile(r" - at `(?:key in `)?\$([^`]*)`$")
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]|(\[\.\.\.\])")
_EXPECTED = {
    "int": "a whole number",
    "float": "a number",
    "int | float": "a number",
    "int | float | null": "a number",
    "bool": "`true` or `false`",
    "array": "a list",
    "object": "a mapping of `key: value` lines",
    "str": "text",
    "date | null": "a date such as 2026-01-31",
}


def said_by_msgspec(error: str, value: Any, kind: Any) -> tuple[Route, str]:
    """Return the path inside `value` of the fault and one sentence on it."""
    place = _PLACE.search(error)
    path = _with_keys(tuple(_steps(place.group(1))), error, value, kind) if place else ()
    message = error[: place.start()] if place else error
    missing = re.fullmatch(r"Object missing required field `(.*)`", message)
    if missing:
        return path, f"missing `{missing.group(1)}`; add it"
    unknown = re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL)
    if unknown:
        return (*path, unknown.group(1)), _unknown_field(unknown.group(1), _fields(kind, path))
    named = re.match(r"`(\w+)` ", message)
    if named:
        return (*path, named.group(1)), message
    return path, _about_value(path, message, _found(value, path), kind)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean ...?` for the nearest known word, else the empty text."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), 1)
    return f"; did you mean `{near[0]}`?" if near else ""


def _steps(place: str) -> Iterator[str | int]:
    for name, index, any_key in _STEP.findall(place):
        yield name or any_key or int(index)


def _with_keys(path: Route, error: str, value: Any, kind: Any) -> Route:
    """Put the real key for each `[...]`: the one that alone in its mapping still gives the same error."""
    while _ANY_KEY in path:
        depth = path.index(_ANY_KEY)
        above, below = path[:depth], path[depth + 1 :]
        members = _at(value, above)
        key = next((key for key in members if _error(_only(value, above, key), kind) == error), None)
        if key is None:
            return above
        path = (*above, key, *below)
    return path


def _at(value: Any, path: Route) -> Any:
    for step in path:
        value = value[step]
    return value


def _only(value: Any, path: Route, key: str) -> Any:
    if not path:
        return {key: value[key]}
    copy = value.copy()
    copy[path[0]] = _only(value[path[0]], path[1:], key)
    return copy


def _error(value: Any, kind: Any) -> str:
    try:
        msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _unknown_field(word: str, known: list[str]) -> str:
    hint = did_you_mean(word, known) or "; delete it or mend its indentation"
    return f"unknown field `{one_line(word)}`{hint}"


def _about_value(path: Route, message: str, found: str, kind: Any) -> str:
    subject = _subject(path)
    expected = re.fullmatch(r"Expected `([^`]*)`(?: of length (\d+), got (\d+))?.*", message)
    if expected and expected.group(2):
        return f"{subject} must be a list of {expected.group(2)}, found {expected.group(3)}"
    if expected:
        return f"{subject} must be {_EXPECTED.get(expected.group(1), expected.group(1))}, not {found}"
    if message.startswith("Invalid RFC3339"):
        return f"{subject} must be a date such as 2026-01-31, not {found}"
    if "out of range" in message:
        return f"{subject} is too large a number; write a smaller one"
    literals = [str(word) for one in _reached(kind, path) for word in getattr(one, "values", ())]
    return f"{subject} can't be {found}; give {' or '.join(literals)}" if literals else message


def _subject(path: Route) -> str:
    names = [step for step in path if isinstance(step, str)]
    if not names:
        return "the whole"
    return f"`{names[-1]}`" if path[-1] == names[-1] else f"each entry of `{names[-1]}`"


def _found(value: Any, path: Route) -> str:
    value = _at(value, path)
    if isinstance(value, str):
        return f"`{one_line(value)}`" if value.strip() else "empty"
    return "a list" if isinstance(value, list) else "a mapping"


def _fields(kind: Any, path: Route) -> list[str]:
    structs = [one for one in _reached(kind, path) if isinstance(one, inspect.StructType)]
    return [field.encode_name for struct in structs for field in struct.fields]


def _reached(kind: Any, path: Route) -> list[inspect.Type]:
    """Return the types that the value at the path may have."""
    reached = list(_members(inspect.type_info(kind)))
    for step in path:
        reached = [one for outer in reached for inner in _inner(outer, step) for one in _members(inner)]
    return reached


def _members(outer: inspect.Type) -> tuple[inspect.Type, ...]:
    return outer.types if isinstance(outer, inspect.UnionType) else (outer,)


def _inner(outer: inspect.Type, step: str | int) -> Iterator[inspect.Type]:
    if isinstance(outer, inspect.StructType):
        yield from (field.type for field in outer.fields if field.encode_name == step)
    elif isinstance(outer, inspect.VarTupleType | inspect.ListType):
        yield outer.item_type
    elif isinstance(outer, inspect.DictType):
        yield outer.value_type
