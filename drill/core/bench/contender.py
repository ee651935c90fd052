"""The loop of a contender's process: load once, then time one task a line until told to quit.

Leaves out the contenders themselves (ours.py, llama_cpp.py, transformers.py). Each step ends when the logits
after its last token are there; choosing a token is no part of it.
"""

import gc
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Protocol, TextIO

from drill.core.bench.protocol import Absent, Hello, Task, decode_task, encode_answer, encode_hello, ids
from drill.core.errors import CoreError

# what the command line of a contender says
Options = Namespace


class Runner(Protocol):
    """A loaded model with room for one sequence."""

    @property
    def hello(self) -> Hello: ...

    @property
    def vocabulary(self) -> int: ...

    def feed(self, tokens: Sequence[int]) -> None:
        """Compute tokens after those held; return when the logits after the last one are there."""

    def rewind(self, length: int) -> None:
        """Forget all tokens from `length` on."""


class Track:
    """One text that grows and shrinks as tasks need it: what is held is always its beginning."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._held = 0

    def run(self, task: Task) -> list[float]:
        """Return the seconds of each step of a task; bringing the cache to the task's context isn't timed."""
        self._hold(task.context)
        size = task.tokens if task.kind == "prefill" else 1
        begins = range(task.context, task.context + task.tokens, size)
        return [self._feed(begin, begin + size) for begin in begins]

    def _hold(self, length: int) -> None:
        if self._held > length:
            self._runner.rewind(length)
            self._held = length
        elif self._held < length:
            self._feed(self._held, length)

    def _feed(self, begin: int, end: int) -> float:
        tokens = ids(begin, end, self._runner.vocabulary)
        start = perf_counter()
        self._runner.feed(tokens)
        took = perf_counter() - start
        self._held = end
        return took


def serve(load: Callable[[], Runner], lines: Iterable[str], replies: TextIO) -> None:
    """Say hello, or why not, then answer line by line."""
    # a vocabulary is a hundred thousand objects that stay: looking for garbage among them finds none
    gc.disable()
    try:
        runner = load()
    except (CoreError, ImportError) as error:
        _say(replies, encode_hello(Absent(str(error))))
        return
    finally:
        gc.enable()
    _say(replies, encode_hello(runner.hello))
    track = Track(runner)
    for line in lines:
        task = decode_task(line)
        if task is None:
            return
        _say(replies, encode_answer(task, track.run(task)))


def _say(replies: TextIO, line: str) -> None:
    replies.write(line + "\n")
    replies.flush()


def own_stdout() -> TextIO:
    """Return this process's stdout, for replies alone: what libraries print goes to stderr from now on."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return replies


def parser() -> ArgumentParser:
    """Return what every contender is told on its command line."""
    made = ArgumentParser()
    made.add_argument("model", type=Path)
    made.add_argument("--room", type=int, default=2048, help="tokens that the cache must hold")
    made.add_argument("--threads", type=int, default=2)
    return made
