"""What a contender of a benchmark is asked and answers, as lines of JSON.

Leaves out doing it (contender.py). Nothing but the standard library, here as in contender.py: peers run it.
"""

import json
from typing import Literal, NamedTuple

# spreads ids over the vocabulary; a prime, so that no vocabulary shares a factor with it
_STRIDE = 7919


class Task(NamedTuple):
    """`decode`: `tokens` one at a time after `context` others; `prefill`: `tokens` at once after none."""

    kind: Literal["decode", "prefill"]
    context: int
    tokens: int

    @property
    def name(self) -> str:
        """What tables call it: `decode 64` names the context, `prefill 512` the tokens."""
        return f"{self.kind} {self.context if self.kind == 'decode' else self.tokens}"

    @property
    def room(self) -> int:
        """How many tokens a cache must hold for it."""
        return self.context + self.tokens


class Hello(NamedTuple):
    """A contender's first line: what it is, and how it keeps what a token reads.

    `element_bytes` of a weight, their average where formats are mixed, None where all stay packed as in the
    file; `kv_bytes` of a cached element.
    """

    what: str
    element_bytes: float | None
    kv_bytes: float


class Absent(NamedTuple):
    """The first line of a contender that can't run here, with the reason."""

    why: str


def encode_task(task: Task) -> str:
    """Return a task as a line."""
    return json.dumps({"task": task.kind, "context": task.context, "tokens": task.tokens})


def decode_task(line: str) -> Task | None:
    """Return the task that a line asks for, None when it asks to quit."""
    asked = json.loads(line)
    if asked["task"] == "quit":
        return None
    return Task(asked["task"], asked.get("context", 0), asked["tokens"])


def encode_hello(hello: Hello | Absent) -> str:
    """Return a first line."""
    return json.dumps(hello._asdict())


def decode_hello(line: str) -> Hello | Absent:
    """Return what a first line says; Absent for one that no contender would say."""
    try:
        said = json.loads(line)
        return Absent(**said) if "why" in said else Hello(**said)
    except (TypeError, ValueError):
        return Absent(f"said no JSON: {line}")


def encode_answer(task: Task, seconds: list[float]) -> str:
    """Return the seconds of each step as a line; the rate stands beside them for people who read it."""
    return json.dumps({"tokens_per_second": task.tokens / sum(seconds), "seconds": seconds})


def decode_answer(line: str) -> list[float]:
    """Return the seconds of each step: one a token for decode, one in all for prefill."""
    return [float(step) for step in json.loads(line)["seconds"]]


def ids(begin: int, end: int, vocabulary: int) -> list[int]:
    """Return the tokens at positions begin to end of the one text that all contenders compute."""
    return [_STRIDE * (position + 1) % vocabulary for position in range(begin, end)]
