"""What a worker gives a solution: the standard library, numpy, a folder of its own, and little else."""

from collections.abc import Callable
from typing import Any

import pytest

from drill.grader.checks import MismatchError, RaisedInSolutionError
from drill.grader.proxy import Session, Solution
from drill.study.limits import Limits

Opened = Callable[..., tuple[Session, Solution]]
SOURCE = """
import importlib
import os
import sys


def load(name):
    importlib.invalidate_caches()
    return importlib.import_module(name).__name__


def here():
    return [sorted(os.listdir()), sorted(set(os.environ) - {"LC_CTYPE"}), sys.argv[1:2] == []]


def stop_tracing():
    sys.settrace(None)


def stop_counting():
    import tracemalloc
    tracemalloc.stop()


class Odd:
    def __str__(self):
        raise ValueError


class OddError(Exception):
    def __str__(self):
        raise SystemExit


def odd_error():
    raise OddError


def give(kind):
    return {"set": {1}, "deep": deep(), "many": [0] * 300_000, "odd": Odd(), "bytes": bytearray(3)}[kind]


def deep():
    whole = []
    whole.append(whole)
    return whole


def close_streams():
    sys.stdout.close()
    sys.stdout = sys.stderr = None
    return 1
"""


def test_the_standard_library_and_numpy_are_there_and_nothing_else(opened: Opened) -> None:
    _, solution = opened(SOURCE)
    for name in ("heapq", "xml.dom.minidom", "sqlite3", "numpy.fft", "concurrent.futures"):
        assert solution.load(name) == name
    for name in ("drill", "pytest", "msgspec", "landlock"):
        with pytest.raises(RaisedInSolutionError, match="a solution has the standard library and numpy"):
            solution.load(name)


def test_its_folder_and_environment_are_bare(opened: Opened) -> None:
    _, solution = opened(SOURCE)
    files, environment, _ = solution.here()
    assert files == ["solution.py"]
    threads = {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"}
    assert set(environment) <= {"PATH", "LANG", "LC_ALL"} | threads


@pytest.mark.parametrize(("name", "what"), [("stop_tracing", "steps"), ("stop_counting", "memory")])
def test_a_measure_that_was_switched_off_is_none(name: str, what: str, opened: Opened) -> None:
    _, solution = opened(SOURCE)
    with pytest.raises(RaisedInSolutionError, match="switched off what measures it"):
        getattr(solution, name).measured(what=what)


def test_what_cannot_cross_is_refused_in_words_and_the_worker_lives(opened: Opened) -> None:
    _, solution = opened(SOURCE)
    for kind, words in {"deep": "nested deeper", "many": "more than 262,144 values"}.items():
        with pytest.raises(MismatchError, match=words):
            solution.give(kind)
    handles: list[Any] = [solution.give(kind) for kind in ("set", "odd", "bytes")]
    assert [handle.label for handle in handles] == ["set", "odd", "bytearray"]
    with pytest.raises(RaisedInSolutionError, match="OddError"):
        solution.odd_error()
    assert solution.close_streams() == 1


def test_memory_is_limited(opened: Opened) -> None:
    _, solution = opened("def f(n): return len(bytes(n))", Limits(memory_mb=64))
    assert solution.f(1 << 20) == 1 << 20
    with pytest.raises(RaisedInSolutionError, match="MemoryError"):
        solution.f(1 << 28)
