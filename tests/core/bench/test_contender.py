"""The loop of a contender's process, around a model that only counts."""

import io
import subprocess
import sys
from collections.abc import Sequence

import pytest

from drill.core.bench.contender import Runner, Track, serve
from drill.core.bench.protocol import (
    Absent,
    Hello,
    Task,
    decode_answer,
    decode_hello,
    encode_task,
    ids,
)
from drill.core.errors import MissingError


class Counting:
    """Holds tokens and says which calls came."""

    hello = Hello("counting", None, 2)
    vocabulary = 100

    def __init__(self) -> None:
        self.held: list[int] = []
        self.calls: list[int] = []

    def feed(self, tokens: Sequence[int]) -> None:
        self.held += tokens
        self.calls.append(len(tokens))

    def rewind(self, length: int) -> None:
        del self.held[length:]
        self.calls.append(-length)


@pytest.fixture
def model() -> Counting:
    return Counting()


def test_a_decode_brings_the_context_first_and_steps_one_by_one(model: Counting) -> None:
    seconds = Track(model).run(Task("decode", 8, 3))

    assert (model.calls, len(seconds)) == ([8, 1, 1, 1], 3)
    assert model.held == ids(0, 11, 100)


def test_a_prefill_begins_with_nothing(model: Counting) -> None:
    track = Track(model)
    track.run(Task("decode", 4, 2))

    assert len(track.run(Task("prefill", 0, 5))) == 1
    assert (model.calls[-2:], model.held) == ([0, 5], ids(0, 5, 100))


def test_only_what_is_missing_is_computed(model: Counting) -> None:
    track = Track(model)
    for task in (Task("prefill", 0, 16), Task("decode", 20, 1), Task("decode", 4, 1)):
        track.run(task)

    assert model.calls == [16, 4, 1, -4, 1]
    assert model.held == ids(0, 5, 100)


def test_lines_in_and_lines_out(model: Counting) -> None:
    replies = io.StringIO()
    serve(lambda: model, [encode_task(Task("decode", 2, 2)), '{"task": "quit"}', "not read"], replies)
    hello, answer = replies.getvalue().splitlines()

    assert decode_hello(hello) == model.hello
    assert len(decode_answer(answer)) == 2


@pytest.mark.parametrize("error", [MissingError("numba is not installed"), ImportError("no torch")])
def test_a_contender_that_cannot_run_says_why(error: Exception) -> None:
    def load() -> Runner:
        raise error

    replies = io.StringIO()
    serve(load, [], replies)
    assert decode_hello(replies.getvalue()) == Absent(str(error))


def test_what_libraries_print_is_no_reply() -> None:
    program = (
        "import os; from drill.core.bench.contender import own_stdout; replies = own_stdout();"
        "print('noise'); os.write(1, b'more'); replies.write('reply'); replies.flush()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "reply"
    assert "noise" in done.stderr
    assert "more" in done.stderr


def test_peers_need_nothing_of_ours() -> None:
    """A peer's interpreter has neither numpy nor drill's other packages, perhaps."""
    program = (
        "import sys; import drill.core.bench.llama_cpp, drill.core.bench.transformers;"
        "print([name for name in ('numpy', 'msgspec', 'tiktoken', 'torch') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
