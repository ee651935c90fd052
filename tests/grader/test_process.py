"""A worker as the judge sees it, here a script that answers as badly as it can."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from drill.grader import process as processing
from drill.grader import protocol
from drill.grader.isolation import Wall
from drill.grader.process import Process, WorkerEndedError
from drill.study.limits import Limits

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the grader is POSIX")
PREAMBLE = """
import json, os, sys, time
config = json.loads(sys.argv[1])
IN, OUT = config["in_fd"], config["out_fd"]
def send(data):
    os.write(OUT, data)
def packed(text):
    return bytes.fromhex(text)
"""
Talk = Callable[..., Process]


def _frame(*reply: object) -> str:
    return f"send(packed({protocol.frame(protocol.pack(reply)).hex()!r}))\n"


@pytest.fixture
def talk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Talk]:
    """Start a process that says what it is told to, whatever it is asked."""
    started: list[Process] = []

    def start(*says: str) -> Process:
        script = tmp_path / "worker.py"
        script.write_text(dedent(PREAMBLE) + "".join(says))
        monkeypatch.setattr(processing, "WORKER", script)
        process = Process(Limits(test_seconds=1), Wall("none", (), False))
        started.append(process)
        return process

    yield start
    for process in started:
        process.end()


def _ask(process: Process, seconds: float = 20) -> tuple[object, ...]:
    return process.ask(("get",), deadline=time.monotonic() + seconds, call_back=lambda number, args: number)


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        (_frame(7, "value", 1), "a reply came out of turn"),
        (_frame(0, "value", 1), "a reply came out of turn"),
        (_frame(True, "value"), "a reply that is none"),
        (_frame(1, 2), "a reply that is none"),
        (_frame(1), "a reply that is none"),
        ("send(bytes(8))\n", "a reply that breaks off"),
        ("send(bytes([255] * 8))\n", "is the most"),
        ("send(bytes(7)); os._exit(0)\n", "the code ended the process (exit code 0)"),
        ("os._exit(3)\n", "the code ended the process (exit code 3)"),
        ("os.abort()\n", "the process died of SIGABRT"),
        ("os.close(OUT); time.sleep(60)\n", "the code closed the pipe to the judge"),
    ],
)
def test_what_is_no_reply_ends_the_worker(says: str, reason: str, talk: Talk) -> None:
    process = talk(says)
    with pytest.raises(WorkerEndedError) as caught:
        _ask(process)
    assert reason in str(caught.value)
    assert not process.is_alive
    assert not process.scratch.exists()


def test_a_reply_in_turn_is_taken_and_callbacks_are_answered_before(talk: Talk) -> None:
    process = talk(_frame(0, "callback", 3, []), _frame(1, "value", [1.5]), "time.sleep(60)\n")
    assert _ask(process) == ("value", [1.5])


def test_a_pipe_that_is_always_ready_holds_nobody(talk: Talk) -> None:
    flood = _frame(0, "callback", 3, []).strip()
    process = talk(f"while True: {flood}\n")
    began = time.monotonic()
    with pytest.raises(WorkerEndedError, match="still running after 1 s"):
        _ask(process, seconds=0.5)
    assert time.monotonic() - began < 5


def test_silence_ends_at_the_deadline(talk: Talk) -> None:
    process = talk("time.sleep(60)\n")
    with pytest.raises(WorkerEndedError, match="still running"):
        _ask(process, seconds=0.2)


def test_an_end_can_be_asked_for_again(talk: Talk) -> None:
    process = talk("time.sleep(60)\n")
    process.end()
    process.end()
    assert not process.is_alive
