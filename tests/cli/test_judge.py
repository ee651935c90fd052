"""`--judge` over a pipe and for one answer: its ticks count where nobody ticks, no failure ends a sitting.

Leaves out a learner's own ticks (tests/ui/test_interview.py).
"""

import json
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from drill.cli.main import _library_exit
from drill.endpoint.errors import AddressError, DeniedError, PackageError, ReplyError, UnreachableError

pytest.importorskip("httpx2")
Drill = Callable[..., Any]
KEY = "sk-nobody-may-see-this"
# by the hints the first point alone; the judge says the other two
TEXT = "It reads the weights."
JUDGED = json.dumps({"points": [False, True, True], "claims": [False]})
NOT_FOLLOWED = "which is not followed; mend the URL"
CLAIMED = json.dumps({"points": [True, True, False], "claims": [True]})


@pytest.fixture
def quiz(drill: Drill, toy_banks: None, scripted: Any) -> Drill:
    """One interview question, answered over a pipe with the scripted server as judge."""

    def sit(*options: str, url: str = "", env: dict[str, str] | None = None) -> Any:
        judge = ("--judge", url or scripted.url, "--judge-model", "m-1", *options)
        args = ("quiz", "--kind", "open", "--new", "9", "--limit", "1", "--seed", "1", *judge)
        return drill(*args, stdin=f"{TEXT}\n.\n", env=env)

    return sit


def test_what_a_judge_says_is_the_mark(quiz: Drill, scripted: Any) -> None:
    scripted.says(JUDGED)
    result = quiz()
    assert (result.code, result.err) == (0, "")
    assert "\nright · " in result.out
    asked = json.loads(scripted.asked[0].body)
    assert asked["model"] == "m-1"
    assert json.loads(asked["messages"][1]["content"])["answer"] == TEXT


def test_a_wrong_claim_counts(quiz: Drill, scripted: Any) -> None:
    scripted.says(CLAIMED)
    assert "2 of 3 key points, less 1 for wrong claims" in quiz().out


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ((200, {}, b"{}"), "{place}: the answer is none of a chat endpoint; check the URL, most end in /v1"),
        ((401, {}, b"no"), "{place}: the key is refused (HTTP 401); set DRILL_API_KEY"),
        ((307, {"Location": "http://x.com/"}, b""), "{place}: sends elsewhere (HTTP 307), " + NOT_FOLLOWED),
    ],
    ids=["nonsense", "denied", "redirect"],
)  # fmt: skip
def test_a_failure_is_one_line_and_the_answer_is_kept(
    quiz: Drill, drill: Drill, scripted: Any, step: Any, says: str
) -> None:
    scripted.script = [step]
    result = quiz(env={"DRILL_API_KEY": KEY})
    place = f"127.0.0.1:{scripted.server_port}"
    assert (result.code, result.err) == (0, f"drill: {says.format(place=place)}; marked without it\n")
    assert "\nwrong · " in result.out
    assert "1 of 3 key points" in result.out
    assert len(json.loads(drill("history", "toy-open", "--json").out)["entries"]) == 1
    assert KEY not in result.out + result.err


def test_a_reply_that_is_no_verdict(quiz: Drill, scripted: Any) -> None:
    scripted.says("I would say that all of it is right.")
    assert quiz().err == "drill: the judge's answer can't be read; marked without it\n"


def test_nobody_there(quiz: Drill) -> None:
    result = quiz(url="http://127.0.0.1:1/v1")
    says = "drill: 127.0.0.1:1: nothing answers there; start the server or mend the URL; marked without it\n"
    assert (result.code, result.err) == (0, says)


def test_one_answer_for_a_script(drill: Drill, toy_banks: None, scripted: Any) -> None:
    scripted.says(JUDGED)
    asked = json.loads(drill("ask", "--kind", "open", "--seed", "1", "--json").out)["ask"]
    result = drill("answer", asked, TEXT, "--json", "--judge", scripted.url, "--judge-model", "m-1")
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out)["score"] == pytest.approx(2 / 3)


def test_without_a_judge_nothing_is_sent(
    drill: Drill, toy_banks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "httpx2", None)
    args = ("quiz", "--kind", "open", "--new", "9", "--limit", "1", "--seed", "1")
    assert "1 of 3 key points" in drill(*args, stdin=f"{TEXT}\n.\n", env={"DRILL_API_KEY": KEY}).out


def test_without_the_package_nothing_is_asked(quiz: Drill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx2", None)
    assert quiz() == ("", "drill: httpx2 is not installed; pip install 'drill[endpoint]'\n", 4)


def test_each_error_of_an_endpoint_has_its_exit_code() -> None:
    codes = {AddressError: 2, DeniedError: 3, PackageError: 4, ReplyError: 4, UnreachableError: 4}
    assert {kind: _library_exit(kind("x")) for kind in codes} == codes


ASKING = "asking m-1 at"


@pytest.fixture
def waiting(terminal: Callable[..., Any], drill: Drill, scripted: Any) -> Any:
    """A learner at a terminal, whose judge doesn't answer."""
    drill("config", "minutes", "20")
    scripted.script = [lambda handler: time.sleep(30)]
    judge = ("--judge", scripted.url, "--judge-model", "m-1")
    opened = terminal("quiz", "--kind", "open", "--new", "9", "--limit", "1", *judge)
    while opened.wait_for("open · new", "to the questions", "Space more") != "open · new":
        opened.turn("\r")
    opened.wait_for("\n>")
    opened.child.send(f"{TEXT}\r.\r")
    opened.wait_for(ASKING)
    return opened


def test_ctrl_c_while_a_judge_thinks_goes_on_without(waiting: Any) -> None:
    waiting.child.send("\x03")
    waiting.wait_for("the judge was left out; your own ticks count")
    assert "key point 1 of 3" in waiting.text


def test_a_kill_while_a_judge_thinks_loses_no_text(waiting: Any, home: Path, drill: Drill) -> None:
    waiting.child.kill(signal.SIGKILL)
    assert TEXT in (home / "draft.json").read_text()
