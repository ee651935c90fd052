"""The lock on the banks: which ids exist, at which `rev`, with which answer, and which are retired.

Leaves out reading the banks. `questions/lock.json` is written by `accept` alone.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from drill.authoring.answer import answer_hash
from drill.authoring.finding import Finding, finding, from_error
from drill.authoring.saving import save
from drill.errors import ContentError
from drill.study.question import ItemId, Question

LOCK = "questions/lock.json"
ACCEPT = "run `drill author check --accept`"


class Locked(Struct, frozen=True):
    """An item as it was accepted. Older locks also name its file, which says nothing: items may move."""

    rev: int
    answer: str


class Lock(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file: items by id, and the last `rev` of each retired id."""

    items: dict[ItemId, Locked] = {}
    retired: dict[ItemId, int] = {}
    format: Literal[1] = 1


class Placed(NamedTuple):
    """A question and where it stands: `file` under the root, `line` from 1."""

    question: Question
    file: str
    line: int


def load_lock(path: Path) -> Lock:
    """Read a lock; raises ContentError when it is missing or can't be read."""
    try:
        return msgspec.convert(json.loads(path.read_bytes()), Lock)
    except FileNotFoundError as error:
        raise ContentError(f"{path}:1: missing; {ACCEPT}") from error
    except json.JSONDecodeError as error:
        raise ContentError(f"{path}:{error.lineno}: not JSON; take the file back from git") from error
    except (msgspec.ValidationError, UnicodeDecodeError) as error:
        raise ContentError(f"{path}:1: not a lock of drill ({error}); take the file back from git") from error


def lock_findings(root: Path, placed: Sequence[Placed], *, accept: bool) -> list[Finding]:
    """Hold all questions of the tree against its lock; `accept` writes it when no promise is broken."""
    path = root / LOCK
    try:
        lock = Lock() if accept and not path.exists() else load_lock(path)
    except ContentError as error:
        return [from_error(error, path=str(path), name=LOCK)]
    broken = broken_promises(lock, placed)
    if not accept:
        return [*broken, *_new(lock, placed), *_gone(lock, placed, path)]
    if not broken:
        save(path, accepted(lock, placed))
    return broken


def broken_promises(lock: Lock, placed: Iterable[Placed]) -> list[Finding]:
    """Return what is never accepted: a changed answer without a new `rev`, a lower `rev`, a reused id."""
    return [
        finding(item.file, item.line, message)
        for item in placed
        if (message := _promise_broken(lock, item.question))
    ]


def _promise_broken(lock: Lock, question: Question) -> str:
    if question.id in lock.retired:
        return f"id `{question.id}` was retired and is never used again; take a new id"
    locked = lock.items.get(question.id)
    if locked is None:
        return ""
    if question.rev < locked.rev:
        return f"`rev` of `{question.id}` goes back from {locked.rev} to {question.rev}; raise it"
    if question.rev == locked.rev and answer_hash(question) != locked.answer:
        return f"the answer of `{question.id}` changed; set `rev: {locked.rev + 1}`"
    return ""


def accepted(lock: Lock, placed: Iterable[Placed]) -> Lock:
    """Return the lock that takes the questions as they are: new ones added, items gone retired."""
    items = {item.question.id: Locked(item.question.rev, answer_hash(item.question)) for item in placed}
    gone = {id_: locked.rev for id_, locked in lock.items.items() if id_ not in items}
    return Lock(items, lock.retired | gone)


def _new(lock: Lock, placed: Iterable[Placed]) -> Iterator[Finding]:
    """Yield what `accept` would take up: items that are new, or moved on to a higher `rev`."""
    for item in placed:
        id_, rev = item.question.id, item.question.rev
        locked = lock.items.get(id_)
        if locked is None and id_ not in lock.retired:
            yield finding(item.file, item.line, f"`{id_}` is not in the lock; {ACCEPT}")
        elif locked is not None and rev > locked.rev:
            yield finding(item.file, item.line, f"`rev` {rev} of `{id_}` is not in the lock; {ACCEPT}")


def _gone(lock: Lock, placed: Iterable[Placed], path: Path) -> Iterator[Finding]:
    lines = path.read_text(encoding="utf-8").splitlines()
    for id_ in sorted(lock.items.keys() - {item.question.id for item in placed}):
        line = next((number for number, line in enumerate(lines, 1) if f'"{id_}": ' in line), 1)
        yield finding(LOCK, line, f"`{id_}` is gone from the banks but not retired; {ACCEPT}")
