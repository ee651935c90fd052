"""The solution as hidden tests see it: calls cross to the worker, objects stay there behind handles.

Leaves out comparing what comes back (checks.py). Each call remembers how it was made, for the report.
"""

import math
import time
from collections.abc import Callable, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, NamedTuple

from drill.grader import protocol
from drill.grader.checks import MismatchError, RaisedInSolutionError
from drill.grader.process import Process, WorkerEndedError
from drill.grader.protocol import Reference
from drill.grader.showing import show, show_call, show_case
from drill.study.limits import Limits
from drill.study.text import harmless, one_line
from drill.study.verdict import OUT_OF_TIME

_HASH_BYTES = 16
_LONGEST = 300
_LONGEST_TRACE = 4000
_MOST_TYPES = 20
_NO_REPLY = "a reply that is none: something else wrote into the pipe"
_MEASURES = {"steps": "steps", "memory": "peak_bytes", "seconds": "seconds"}


class NotStartedError(AssertionError):
    """The solution raised NotImplementedError: it was not begun."""


class LastCall(NamedTuple):
    """The newest call and what came back, in words only when they are asked for: most calls are right."""

    label: str = ""
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = MappingProxyType({})
    values: tuple[Any, ...] = ()

    @property
    def short(self) -> str:
        """The call as it would be typed, abbreviated."""
        return show_call(self.label, self.args, self.kwargs) if self.label else ""

    @property
    def full(self) -> str:
        """The call as it can be typed."""
        return show_case(self.label, self.args, self.kwargs) if self.label else ""

    @property
    def returned(self) -> str:
        """What came back, abbreviated; empty when nothing did."""
        return show(self.values[0]) if self.values else ""


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
        self._total_deadline = math.inf
        self._seconds_left = limits.test_seconds
        self.generation = 0
        self.names: tuple[str, ...] = ()
        self.last = LastCall()
        self.printed: list[tuple[str, int]] = []

    def begin_test(self) -> None:
        """Start a test's time; what was called before belongs to another.

        The time is the solution's: neither starting a worker nor a test's own work counts.
        """
        self._seconds_left = self._limits.test_seconds
        self.last = LastCall()

    def load(self) -> None:
        """Start a worker and import the solution, unless one is ready; raises what the import raised."""
        began = time.monotonic()
        if began > self._total_deadline:
            raise self._out_of_time()
        if self._process is None or not self._process.is_alive:
            self.close()
            self._process = self._start()
            # neither this start nor what went before the first one is the solution's
            if self._total_deadline == math.inf:
                self._total_deadline = began + self._limits.total_seconds
            self._total_deadline += time.monotonic() - began
            self.generation += 1
            self._callbacks.clear()
            self._import()

    def _import(self) -> None:
        names, _, _ = self._ask("import")
        if type(names) is not list or {type(name) for name in names} - {str}:
            raise WorkerEndedError(_NO_REPLY)
        self.names = tuple(names)

    def call(
        self, number: int, name: str, args: protocol.Packed, what: str
    ) -> tuple[Any, str, dict[str, Any]]:
        """Call something of object `number`; return the value, the arguments' hash after it, the measure.

        The caller has loaded: a number, as a callback's, is of the worker that runs now.
        """
        return self._ask("call", number, name, args, what)

    def get(self, number: int, name: str) -> tuple[bool, Any]:
        """Return whether an attribute of object `number` can be called, and its value otherwise.

        The caller has loaded.
        """
        value, kind, _ = self._ask("get", number, name)
        return (kind == "method", value)

    def _ask(self, *request: Any) -> tuple[Any, str, dict[str, Any]]:
        """Return the three parts of a good reply. Whatever the worker sends, only these come through."""
        match self._reply(request):
            case ("value", value, str() as text, dict() as measure) if _is_measure(measure):
                return (value, text, measure)
            case ("raised", list() as types, str() as message, str() as trace):
                raise _raised([kind for kind in types if type(kind) is str], message, trace)
            case ("refused", str() as reason):
                raise MismatchError(
                    "plain numbers, text, lists, dicts or arrays", f"returned {_short(reason)}"
                )
        raise WorkerEndedError(_NO_REPLY)

    def _reply(self, request: tuple[Any, ...]) -> tuple[Any, ...]:
        if self._process is None:
            raise WorkerEndedError("no worker is running")
        began = time.monotonic()
        deadline = min(self._total_deadline, began + self._seconds_left)
        try:
            return self._process.ask(request, deadline=deadline, call_back=self._call_back)
        except WorkerEndedError as ended:
            if time.monotonic() > self._total_deadline:
                raise self._out_of_time() from ended
            raise
        finally:
            self._seconds_left -= time.monotonic() - began

    def _out_of_time(self) -> WorkerEndedError:
        return WorkerEndedError(f"{OUT_OF_TIME}: {self._limits.total_seconds:g} s for all checks")

    def refer(self, value: Any) -> Reference | None:
        """Return a reference for a handle or a function; None for anything else. Fails as Handle.number."""
        if isinstance(value, Handle):
            return value.reference._replace(id=value.number)
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


def _is_measure(sent: dict[Any, Any]) -> bool:
    return set(sent) <= set(_MEASURES.values()) and all(
        type(value) in (int, float) and 0 <= value < math.inf for value in sent.values()
    )


def _short(text: str) -> str:
    return one_line(text, longest=_LONGEST)


def _raised(types: list[str], message: str, trace: str) -> AssertionError:
    types, message = [_short(kind) for kind in types[:_MOST_TYPES]], _short(message)
    trace = harmless(trace[:_LONGEST_TRACE])
    if "NotImplementedError" in types:
        return NotStartedError("not started: raises NotImplementedError")
    if types and types[0] in ("SystemExit", "KeyboardInterrupt"):
        return RaisedInSolutionError(
            ["SystemExit"], f"the code exited ({f'{types[0]} {message}'.strip()})", trace
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
        session.last = LastCall(label, args, kwargs)
        session.load()
        number = 0 if self._owner is None else self._owner.number
        packed = protocol.pack((args, kwargs), session.refer)
        before = blake2b(packed, digest_size=_HASH_BYTES).hexdigest()
        value, after, measure = session.call(number, self._name, protocol.Packed(packed), what)
        if what and _MEASURES[what] not in measure:
            raise WorkerEndedError(_NO_REPLY)
        value = session_value(session, value)
        session.last = session.last._replace(values=(value,))
        if after != before:
            raise MismatchError("the arguments left as they were", "changed its input")
        return Measured(value, **measure)


class Handle:
    """An object over there: its attributes and methods by name."""

    def __init__(self, session: Session, reference: Reference) -> None:
        """Refer to an object of the worker that runs now."""
        self._session = session
        self._generation = session.generation
        self.reference = reference
        self.label = _short(reference.type_name.lower())

    @property
    def number(self) -> int:
        """The object's number over there; fails when its worker was ended since."""
        if self._generation != self._session.generation:
            raise WorkerEndedError("the process that held this object was ended by an earlier check")
        return self.reference.id

    def __getattr__(self, name: str) -> Any:
        """Return an attribute's value, or a method to call."""
        # numpy and copy look for such names, and would believe an object that lends them any memory
        if name.startswith("__"):
            raise AttributeError(name)
        self._session.load()
        is_method, value = self._session.get(self.number, name)
        return Call(self._session, self, name) if is_method else session_value(self._session, value)


class Solution:
    """The learner's module."""

    def __init__(self, session: Session) -> None:
        """Look at a session; nothing is loaded yet."""
        self._session = session

    def __getattr__(self, name: str) -> Call:
        """Return a function of the solution; fails in words when there is none."""
        if name.startswith("__"):
            raise AttributeError(name)
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
        return {session_value(session, key): session_value(session, member) for key, member in value.items()}
    return value
