"""The solution as hidden tests see it: values, objects, functions passed in, measures, changed arguments."""

import gc
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drill.grader.checks import MismatchError, RaisedInSolutionError
from drill.grader.process import WorkerEndedError
from drill.grader.proxy import Handle, NotStartedError, Session, Solution
from drill.study.limits import Limits

Opened = Callable[..., tuple[Session, Solution]]
SOURCE = """
import numpy as np

LIMIT = 3


def same(value):
    return value


def flags(x):
    return [bool(x.flags.c_contiguous), bool(x.flags.f_contiguous), list(x.strides)]


def change(x):
    x[0] = 9
    return 1


def change_inside(things):
    things["a"].append(1)


def mapped(f, numbers):
    return [f(number) for number in numbers]


def swallow(f):
    try:
        f(1)
    except Exception as error:
        return str(error)


def fail(name):
    raise {"key": KeyError("k"), "todo": NotImplementedError(), "exit": SystemExit(3)}[name]


def work(n):
    total = 0
    for i in range(n):
        total += i
    return total


def hoard(n):
    return len(bytearray(n))


class Box:
    def __init__(self, size):
        self.size = size
        self.parts = []

    def put(self, part):
        self.parts.append(part)
        return self

    def other(self):
        return Box(self.size + 1)


def size_of(box):
    return box.size
"""


def test_values_come_back_the_same(opened: Opened) -> None:
    _, solution = opened(SOURCE)
    for value in (None, True, 1 << 90, "\ud800", b"\0", [(1, {"a": 2.5})], float("inf")):
        back = solution.same(value)
        assert (type(back), back) == (type(value), value)
    array = np.arange(6, dtype=np.int16).reshape(2, 3)
    assert solution.same(array).dtype == np.int16
    assert np.array_equal(solution.same(array.T), array.T)


def test_inputs_arrive_in_the_order_they_lie(opened: Opened) -> None:
    _, solution = opened(SOURCE)
    x = np.zeros((3, 4))
    assert solution.flags(x)[:2] == [True, False]
    assert solution.flags(np.asfortranarray(x))[:2] == [False, True]
    assert solution.flags(np.zeros((3, 8))[:, ::2])[:2] == [False, False]


def test_changed_arguments_are_seen_and_ours_stay(opened: Opened) -> None:
    session, solution = opened(SOURCE)
    x = np.array([1.0, 2.0])
    with pytest.raises(MismatchError, match="changed its input"):
        solution.change(x)
    assert x.tolist() == [1.0, 2.0]
    assert session.last.short == "change([1., 2.])"
    with pytest.raises(MismatchError, match="changed its input"):
        solution.change_inside({"a": []})


def test_functions_are_called_back_here(opened: Opened) -> None:
    _, solution = opened(SOURCE)
    seen: list[int] = []

    def double(number: int) -> int:
        seen.append(number)
        return 2 * number

    assert solution.mapped(double, [1, 2, 3]) == [2, 4, 6]
    assert seen == [1, 2, 3]


def test_a_function_that_raises_says_nothing_over_there(opened: Opened) -> None:
    _, solution = opened(SOURCE)

    def refuse(_: object) -> None:
        raise ValueError("the expected answer is 42")

    assert solution.swallow(refuse) == "the function passed in raised an exception"


def test_a_check_that_fails_inside_a_function_fails_here(opened: Opened) -> None:
    _, solution = opened(SOURCE)

    def refuse(_: object) -> None:
        raise MismatchError("at most 0 calls", "1 call")

    with pytest.raises(MismatchError, match="1 call; expected at most 0 calls"):
        solution.swallow(refuse)
    assert solution.same(1) == 1


def test_errors_come_with_types_message_and_lines(opened: Opened) -> None:
    _, solution = opened(SOURCE)
    with pytest.raises(RaisedInSolutionError) as caught:
        solution.fail("key")
    assert caught.value.types[:3] == ("KeyError", "LookupError", "Exception")
    assert caught.value.message == "'k'"
    assert caught.value.trace.startswith("line 36, in fail: raise")
    with pytest.raises(NotStartedError):
        solution.fail("todo")
    with pytest.raises(RaisedInSolutionError, match=r"the code exited \(SystemExit 3\)"):
        solution.fail("exit")
    assert solution.same(1) == 1


def test_objects_stay_behind_handles(opened: Opened) -> None:
    session, solution = opened(SOURCE)
    box = solution.Box(3)
    assert isinstance(box, Handle)
    assert isinstance(box.put(5), Handle)
    assert (box.size, box.parts, box.other().size) == (3, [5], 4)
    assert solution.size_of(box) == 3
    assert session.last.short == "size_of(<box>)"
    with pytest.raises(RaisedInSolutionError, match="AttributeError"):
        _ = box.absent
    with pytest.raises(AttributeError):
        _ = box.__array_interface__
    with pytest.raises(MismatchError, match="`nothing` is missing"):
        _ = solution.nothing


def test_what_stays_there_is_shown_by_its_type(opened: Opened) -> None:
    session, solution = opened("def f():\n    return [range(3), ((n for n in ()), {min: 1})]\n")
    solution.f()
    assert session.last.returned == "[<range>, (<generator>, {<builtin_function_or_method>: 1})]"


USES: dict[str, Callable[[Solution, Handle], object]] = {
    "attribute": lambda _, box: box.size,
    "method": lambda _, box: box.put(1),
    "argument": lambda solution, box: solution.size_of(box),
    "member of an argument": lambda solution, box: solution.same([box]),
}


@pytest.mark.parametrize("is_next_loaded", [True, False])
@pytest.mark.parametrize("use", USES)
def test_a_handle_dies_with_its_worker(opened: Opened, use: str, is_next_loaded: bool) -> None:
    session, solution = opened(SOURCE)
    box = solution.Box(3)
    session.close()
    if is_next_loaded:
        assert solution.same(1) == 1
    with pytest.raises(WorkerEndedError, match="was ended by an earlier check"):
        USES[use](solution, box)


def test_what_was_looked_up_before_its_worker_ended(opened: Opened) -> None:
    session, solution = opened(SOURCE)
    mapped, put = solution.mapped, solution.Box(3).put
    session.close()
    assert mapped(abs, [-1]) == [1]
    with pytest.raises(WorkerEndedError, match="was ended by an earlier check"):
        put(1)


def test_measures(opened: Opened) -> None:
    _, solution = opened(SOURCE)
    ten, twenty = (solution.work.measured(n, what="steps") for n in (10, 20))
    assert ten.value == 45
    assert (ten.steps, twenty.steps) == (23, 43)
    assert solution.hoard.measured(1 << 20, what="memory").peak_bytes == pytest.approx(1 << 20, rel=0.05)
    assert 0 <= solution.work.measured(10, what="seconds").seconds < 5


def test_time_is_the_solutions_and_the_next_test_gets_a_fresh_worker(opened: Opened) -> None:
    session, solution = opened(
        "import time\nkept = []\n"
        "def nap(seconds):\n    kept.append(1)\n    time.sleep(seconds)\n    return len(kept)\n",
        Limits(test_seconds=1.5, total_seconds=60),
    )
    assert solution.nap(0) == 1
    with pytest.raises(WorkerEndedError, match=r"still running after 1\.5 s"):
        solution.nap(60)
    session.begin_test()
    assert solution.nap(0) == 1
    assert session.generation == 2


def test_total_time_is_enforced(opened: Opened) -> None:
    session, solution = opened("import time\nnap = time.sleep\n", Limits(test_seconds=9, total_seconds=1))
    with pytest.raises(WorkerEndedError, match="out of time: 1 s for all checks"):
        solution.nap(5)
    session.begin_test()
    with pytest.raises(WorkerEndedError, match="out of time"):
        solution.nap(0)


def test_no_descriptor_and_no_thread_is_left_over(opened: Opened) -> None:
    def count() -> tuple[int, int]:
        gc.collect()
        return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()

    before = count()
    for _ in range(3):
        session, solution = opened(SOURCE)
        assert solution.same(1) == 1
        session.close()
    assert count() == before


@pytest.mark.parametrize("what", ["steps", "memory", "seconds"])
def test_a_measure_that_is_missing_is_no_measure(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(lambda: None, Limits())  # type: ignore[arg-type,return-value]
    monkeypatch.setattr(session, "call", lambda *_: (1, "", {}))
    session.names = ("f",)
    monkeypatch.setattr(session, "load", lambda: None)
    with pytest.raises(WorkerEndedError, match="a reply that is none"):
        Solution(session).f.measured(what=what)


REPLIES: list[tuple[Any, ...]] = [
    ("value",),
    ("value", 1, 2, {}),
    ("value", 1, "", {"value": 2}),
    ("value", 1, "", {"steps": float("nan")}),
    ("value", 1, "", {"steps": True}),
    ("value", 1, "", {1: 1}),
    ("raised", "ValueError", "m", "t"),
    ("refused", 3),
    ("passed",),
]


@pytest.mark.parametrize("reply", REPLIES, ids=str)
def test_a_reply_that_is_none_is_an_error(reply: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(lambda: None, Limits())  # type: ignore[arg-type,return-value]
    monkeypatch.setattr(session, "load", lambda: None)
    monkeypatch.setattr(session, "_reply", lambda _: reply)
    with pytest.raises(WorkerEndedError, match="a reply that is none"):
        session.get(0, "x")


def test_names_and_messages_are_made_harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(lambda: None, Limits())  # type: ignore[arg-type,return-value]
    monkeypatch.setattr(session, "load", lambda: None)
    reply = ("raised", ["E\x1b[2J", 3, "B"], "a\x07\nb\ud800" + "x" * 10**6, "t\x1b")
    monkeypatch.setattr(session, "_reply", lambda _: reply)
    with pytest.raises(RaisedInSolutionError) as caught:
        session.get(0, "x")
    assert caught.value.types == ("E␛[2J", "B")
    assert caught.value.message.startswith("a� b�xxx")
    assert len(caught.value.message) <= 300
    assert caught.value.trace == "t␛"
