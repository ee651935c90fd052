"""The solution as hidden tests see it: calls cross to the worker, objects stay there behind handles.

Leaves out comparing what comes back (checks.py). Each call remembers how it was made, for the report.
"""

import time
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, NamedTuple

from drill.grader import protocol
from drill.grader.checks import MismatchError, RaisedInSolutionError
from drill.grader.process import Process, WorkerEndedError
from drill.grader.protocol import Reference
from drill.grader.showing import show, show_call
from drill.study.limits import Limits

_HASH_BYTES = 16
_FULL = 2000


class NotStartedError(AssertionError):
    """The solution raised NotImplementedError: it was not begun."""


class LastCall(NamedTuple):
    """The newest call: as it would be typed, short and in full, and what came back."""

    short: str = ""
    full: str = ""
    returned: str = ""


class Measured(NamedTuple):
    """A call's result and one measure of it: lines executed, peak bytes, or CPU seconds."""

    value: Any
    steps: int = 0
    peak_bytes: int = 0
    seconds: float = 0.0


class Session:
    """One solution under one judge: starts workers as needed and keeps the deadlines."""

    def __init__(self, start: Callable[[], Process], limits: Limits) -> None:
        """Take a way to start workers; the first one starts with the first call."""
        self._start = start
        self._limits = limits
        self._process: Process | None = None
        self._callbacks: list[Callable[..., Any]] = []
        self._total_deadline = time.monotonic() + limits.total_seconds
        self._deadline = self._total_deadline
        self.generation = 0
        self.names: tuple[str, ...] = ()
        self.last = LastCall()
        self.printed: list[tuple[str, int]] = []

    def begin_test(self) -> None:
        """Start a test's time; what was called before belongs to another."""
        self._deadline = min(self._total_deadline, time.monotonic() + self._limits.test_seconds)
        self.last = LastCall()

    def begin_submission(self) -> None:
        """Start the time of a whole submission, in watch with a worker that is warm already."""
        self._total_deadline = time.monotonic() + self._limits.total_seconds

    def load(self) -> None:
        """Start a worker and import the solution, unless one is ready; raises what the import raised."""
        if time.monotonic() > self._total_deadline:
            raise WorkerEndedError(f"out of time: {self._limits.total_seconds:g} s for all checks")
        if self._process is None or not self._process.is_alive:
            self.close()
            self._process = self._start()
            self.generation += 1
            self._callbacks.clear()
            self.names = tuple(self._ask("import", ())[0])

    def ask(self, *request: Any) -> tuple[Any, ...]:
        """Send one request to a worker that has the solution loaded."""
        self.load()
        return self._ask(request[0], request[1:])

    def _ask(self, kind: str, rest: tuple[Any, ...]) -> tuple[Any, ...]:
        if self._process is None:
            raise WorkerEndedError("no worker is running")
        reply = self._process.ask((kind, *rest), deadline=self._deadline, call_back=self._call_back)
        match reply:
            case ("value", value, digest, dict() as measure):
                return (value, digest, measure)
            case ("method", str() as name):
                return ("method", name)
            case ("raised", list() as types, str() as message, str() as trace):
                raise _raised(types, message, trace)
            case ("refused", str() as reason):
                raise MismatchError("plain numbers, text, lists, dicts or arrays", f"returned {reason}")
        raise WorkerEndedError("a reply that is none")

    def refer(self, value: Any) -> Reference | None:
        """Return a reference for a handle or a function; None for anything else."""
        if isinstance(value, Handle):
            return value.reference
        if callable(value):
            self._callbacks.append(value)
            return Reference("callback", len(self._callbacks) - 1)
        return None

    def _call_back(self, number: int, args: list[Any]) -> Any:
        return self._callbacks[number](*args)

    def close(self) -> None:
        """End the worker and keep what it printed."""
        if self._process is not None:
            self._process.end()
            self.printed.append((self._process.output.text(), self._process.output.dropped))
            self._process = None


def _raised(types: list[str], message: str, trace: str) -> AssertionError:
    if "NotImplementedError" in types:
        return NotStartedError("not started: raises NotImplementedError")
    if types and types[0] in ("SystemExit", "KeyboardInterrupt"):
        return RaisedInSolutionError(
            ["SystemExit"], f"the code exited ({types[0]} {message})".rstrip(), trace
        )
    return RaisedInSolutionError(types or ["Exception"], message, trace)


class Call:
    """A function or method over there."""

    def __init__(self, session: Session, owner: "Handle | None", name: str) -> None:
        """Name a function of the solution, or a method of a handle."""
        self._session = session
        self._owner = owner
        self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call it and return plain data, or a handle; fails when an argument was changed."""
        return self._call("", args, kwargs).value

    def measured(self, *args: Any, what: str, **kwargs: Any) -> Measured:
        """Call it and measure `steps`, `memory` or `seconds`."""
        return self._call(what, args, kwargs)

    def _call(self, what: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Measured:
        session = self._session
        label = f"{self._owner.label}.{self._name}" if self._owner else self._name
        session.last = LastCall(show_call(label, args, kwargs), show_call(label, args, kwargs, _FULL))
        number = 0 if self._owner is None else self._owner.number
        packed = protocol.pack((args, kwargs), session.refer)
        before = blake2b(packed, digest_size=_HASH_BYTES).hexdigest()
        sent = protocol.unpack(packed)
        value, after, measure = session.ask("call", number, self._name, *sent, what)
        session.last = session.last._replace(returned=show(value))
        if after != before:
            raise MismatchError("the arguments left as they were", "changed its input")
        return Measured(session_value(session, value), **measure)


class Handle:
    """An object over there: its attributes and methods by name."""

    def __init__(self, session: Session, reference: Reference) -> None:
        """Refer to an object of the worker that runs now."""
        self._session = session
        self._generation = session.generation
        self.reference = reference
        self.label = reference.type_name.lower()

    @property
    def number(self) -> int:
        """The object's number over there; fails when its worker was ended since."""
        if self._generation != self._session.generation:
            raise WorkerEndedError("the process that held this object was ended by an earlier check")
        return self.reference.id

    def __getattr__(self, name: str) -> Any:
        """Return an attribute's value, or a method to call."""
        reply = self._session.ask("get", self.number, name)
        return (
            Call(self._session, self, name)
            if reply[0] == "method"
            else session_value(self._session, reply[0])
        )


class Solution:
    """The learner's module."""

    def __init__(self, session: Session) -> None:
        """Look at a session; nothing is loaded yet."""
        self._session = session

    def __getattr__(self, name: str) -> Call:
        """Return a function of the solution; fails in words when there is none."""
        self._session.load()
        if name not in self._session.names:
            raise MismatchError(f"a function `{name}`, as in the starter", f"`{name}` is missing")
        return Call(self._session, None, name)


def session_value(session: Session, value: Any) -> Any:
    """Return plain data as it is, a reference as a handle, inside lists, tuples and dicts too."""
    if type(value) is Reference:
        return Handle(session, value)
    if type(value) in (list, tuple):
        return type(value)(session_value(session, member) for member in value)
    if type(value) is dict:
        return {key: session_value(session, member) for key, member in value.items()}
    return value
