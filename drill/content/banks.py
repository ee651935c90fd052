"""A bank file as questions, each converted alone: one broken question doesn't take the others down.

Leaves out the compiled cache (library.py) and what an author's check says beyond the types (authoring).
"""

import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from drill.content.problem import Problem
from drill.content.validation import Route, did_you_mean
from drill.content.yamltext import Tree, attempt, compose, convert, read_text
from drill.errors import ContentError
from drill.study.question import ITEM_ID, KINDS, Number, Question, Topic
from drill.study.text import one_line

Lines = dict[Route, int]
# a bank of this topic mixes topics: each question may name its own
OWN_TOPIC = Topic("own")


class Located(NamedTuple):
    """A question and where it stands: `line` is its first, `lines` has that of each field path inside it."""

    question: Question
    line: int
    lines: Lines


class LoadedBank(NamedTuple):
    """The questions of a file, in its order, and one problem for each question set aside."""

    topic: Topic
    questions: tuple[Located, ...]
    problems: tuple[Problem, ...]


class _Head(Struct, forbid_unknown_fields=True):
    topic: Topic
    questions: list[Any]
    format: Literal[1] = 1


def load_bank(path: Path, name: str) -> LoadedBank:
    """Read a bank; `name` is what its messages call the file.

    Raises ContentError when the file as a whole can't be read; a broken question is a problem.
    """
    return parse_bank(read_text(path), name)


def parse_bank(text: str, name: str) -> LoadedBank:
    """Turn the text of a bank into questions; errors as for load_bank."""
    tree = compose(text, name)
    head = convert(tree, _Head)
    if not ITEM_ID.fullmatch(head.topic):
        raise ContentError(f"{tree.place(('topic',))}: `topic` must be lower-case words joined by hyphens")
    lines = _lines_of_each(tree)
    results = [_question(tree, index, head.topic) for index in range(len(head.questions))]
    questions = [
        Located(result, lines[index][()], lines[index])
        for index, result in enumerate(results)
        if not isinstance(result, Problem)
    ]
    problems = [result for result in results if isinstance(result, Problem)]
    kept, doubled = _without_doubles(questions, name)
    return LoadedBank(head.topic, tuple(kept), (*problems, *doubled))


def _question(tree: Tree, index: int, topic: Topic) -> Question | Problem:
    at: Route = ("questions", index)
    value = tree.at(at)
    if not isinstance(value, dict):
        return Problem(tree.place(at), "a question must be a mapping of `key: value` lines")
    kind = value.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        return Problem(tree.place((*at, "kind")), _unknown_kind(kind))
    if topic != OWN_TOPIC and value.setdefault("topic", topic) != topic:
        return Problem(
            tree.place((*at, "topic")), f"`topic` is `{topic}` for the whole file; delete the line"
        )
    if not ITEM_ID.fullmatch(str(value.setdefault("topic", topic))):
        return Problem(tree.place((*at, "topic")), "`topic` must be lower-case words joined by hyphens")
    question: Question | Problem = attempt(tree, KINDS[kind], at)
    if not isinstance(question, Problem) and not all(map(_is_finite, _numbers(question))):
        return Problem(
            tree.place(at), f"`{question.id}` has a number that is infinite or beyond 64 bits; mend it"
        )
    return question


def _numbers(value: Any) -> Iterator[Number]:
    """Yield every number at any depth of a question."""
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _numbers(getattr(value, field))
    elif isinstance(value, tuple | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _numbers(inner)


def _is_finite(number: Number) -> bool:
    return math.isfinite(number) if isinstance(number, float) else abs(number) < 2**63


def _unknown_kind(kind: Any) -> str:
    choices = ", ".join(KINDS)
    if not isinstance(kind, str):
        return f"missing `kind`; give one of {choices}"
    hint = did_you_mean(kind, list(KINDS)) or f"; give one of {choices}"
    return f"unknown kind `{one_line(kind)}`{hint}"


def _lines_of_each(tree: Tree) -> dict[int, Lines]:
    lines: dict[int, Lines] = defaultdict(dict)
    for path, line in tree.lines.items():
        if len(path) >= 2 and path[0] == "questions" and isinstance(path[1], int):
            lines[path[1]][path[2:]] = line
    return lines


def _without_doubles(questions: list[Located], name: str) -> tuple[list[Located], list[Problem]]:
    first: dict[str, Located] = {}
    doubled = []
    for located in questions:
        earlier = first.setdefault(located.question.id, located)
        if earlier is not located:
            place = f"{name}:{_id_line(located)}"
            message = (
                f"id `{located.question.id}` stands already on line {_id_line(earlier)}; give it its own"
            )
            doubled.append(Problem(place, message))
    return list(first.values()), doubled


def _id_line(located: Located) -> int:
    return located.lines.get(("id",), located.line)
