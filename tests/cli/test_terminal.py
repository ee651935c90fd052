"""Someone at a real terminal: keys, what stays where it stood, ways to leave."""

import json
import re
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from drill.study.queue import RETURNS

Open = Callable[..., Any]
SIZES = [(100, 30), (40, 20)]
# what is typed or pressed at the first page of each kind, and what then
ANSWERS: dict[str, list[str]] = {
    "choice": ["a"],
    "multi": ["a,b\r"],
    "numeric": ["4 GiB\r"],
    "short": ["block table\r"],
    "order": ["abcd\r"],
    "predict": ["131072\r"],
    "bug": ["2\r", "a"],
    "open": ["It reads the weights and the cache.\r", ".\r", "y", "y", "x", "\r"],
}
KINDS = re.compile(r"(?:kv-cache|sampling) · (\w+)")
ANSWERED = "Enter next"
# one of them stands at the end of each page of a question
ENDS = ("bookmark", "said", "> ")


@pytest.fixture
def asked_once(drill: Callable[..., Any]) -> None:
    """A learner who was asked the first questions before."""
    drill("config", "minutes", "20")


@pytest.fixture
def ask(terminal: Open, asked_once: None) -> Open:
    """A sitting of one kind, at its first question; the primer is skipped by one key."""

    def start(kind: str, *args: str, **settings: Any) -> Any:
        opened = terminal("quiz", "--kind", kind, "--new", "1", "--seed", "1", *args, **settings)
        past_the_primer(opened, f"· {kind} ·")
        to_its_end(opened)
        return opened

    return start


def past_the_primer(opened: Any, then: str) -> None:
    """Go on to the question by Enter alone; a small screen takes the primer in two."""
    while opened.wait_for(then, "to the questions", "Space more") != then:
        opened.turn("\r")


def answer(opened: Any, kind: str) -> None:
    for stroke in ANSWERS[kind]:
        opened.turn(stroke)
        to_its_end(opened)
    opened.wait_for(ANSWERED)


def to_its_end(opened: Any) -> None:
    """Go to the end of a page that takes more than one screenful."""
    opened.settle()
    while opened.wait_for("Space more", *ENDS) == "Space more":
        opened.turn(" ")


def entries(home: Path, tag: str) -> list[Any]:
    """Return the bodies of the journal's entries of one sort."""
    with sqlite3.connect(home / "journal.db") as connection:
        rows = connection.execute("select body from entry where tag = ? order by counter", (tag,)).fetchall()
    connection.close()
    return [json.loads(body) for (body,) in rows]


def test_the_first_run_asks_three_things_once(terminal: Open, home: Path) -> None:
    first = terminal()
    first.wait_for("When is your interview?")
    first.press("soon\r", "takes a date such as")
    first.press("\x15" + "2026-12-19\r", "Minutes a day?")
    first.press("\r", "Which role?")
    first.press("\x1b[B\r", "placement first?")
    first.press("\r", "interview in 9 days")
    first.press("q")
    assert first.leave() == 0
    again = terminal()
    again.wait_for("interview in 9 days")
    assert "Minutes a day?" not in again.raw
    assert "placement" not in again.raw
    values = [(body["name"], body.get("value")) for body in entries(home, "setting-changed")]
    assert values == [("interview", "2026-12-19"), ("minutes", None), ("role", "inference-engineer")]


def test_a_placement_at_the_first_run_leads_on_to_today(terminal: Open, home: Path) -> None:
    first = terminal()
    first.wait_for("When is your interview?")
    first.press("\r", "Minutes a day?")
    first.press("\r", "Which role?")
    first.press("\r", "placement first?")
    first.press("y", "Enter begin")
    first.press("\r", "1/6")
    first.press("block table\r", "2/6")
    # killed here: another start goes on
    first.child.kill(9)
    assert [body["test"] for body in entries(home, "answered")] == ["placement"]
    again = terminal("placement")
    again.wait_for("2/6")
    again.press("\x03")
    assert again.leave() == 130
    last = terminal()
    last.wait_for("Enter start")
    last.press("q")


def test_ctrl_c_in_the_first_questions_leaves(terminal: Open) -> None:
    opened = terminal()
    opened.wait_for("When is your interview?")
    opened.press("\x03")
    assert opened.leave() == 130
    terminal().wait_for("When is your interview?")


@pytest.mark.usefixtures("asked_once")
@pytest.mark.parametrize("size", SIZES)
def test_a_whole_sitting_over_all_kinds(terminal: Open, size: tuple[int, int]) -> None:
    """Enter starts; after each answer the question's first line stands where it stood."""
    opened = terminal(size=size)
    opened.wait_for("Enter start")
    opened.press("\r")
    met = []
    # which letter is right is drawn: missed questions that return may come before the last new one
    for number in range(1, len(ANSWERS) * (1 + RETURNS) + 1):
        past_the_primer(opened, f" {number}/")
        kind = KINDS.search(opened.text)
        assert kind is not None
        met.append(kind[1])
        first_lines = opened.lines[:3]
        to_its_end(opened)
        answer(opened, kind[1])
        if size == SIZES[0]:
            assert opened.lines[0].split("/")[0] == first_lines[0].split("/")[0]
            assert opened.lines[2] == first_lines[2]
        if set(met) == set(ANSWERS):
            break
        opened.turn("\r")
    assert set(met) == set(ANSWERS)
    opened.press("q", f"{len(met)} answered")
    assert "tomorrow" in opened.text


def test_no_line_is_lost_on_a_small_screen(ask: Open) -> None:
    """What does not fit waits for a key, screenful by screenful."""
    opened = ask("choice", size=(40, 20))
    opened.turn("a")
    top = opened.text
    to_its_end(opened)
    assert "A request's blocks" in top
    assert "A request's blocks" not in opened.text


def test_undo_asks_again(ask: Open, home: Path) -> None:
    opened = ask("choice")
    opened.press("a", ANSWERED)
    opened.press("u", "a-d answer")
    opened.press("b", ANSWERED)
    opened.press("q", "1 answered")
    assert len(entries(home, "answered")) == 2
    assert len(entries(home, "undone")) == 1


def test_skip(ask: Open, home: Path) -> None:
    opened = ask("choice")
    opened.press("s")
    assert opened.leave() == 0
    assert entries(home, "answered") == []


def test_bookmark_note_and_doubt(ask: Open, home: Path) -> None:
    opened = ask("choice")
    opened.press("*", "bookmarked")
    opened.press("*", "bookmark taken off")
    opened.press("n", "note >")
    opened.press("see page 3\r", "a-d answer")
    opened.press("!", "what is wrong with it? >")
    opened.press("b is right, too\r", "a-d answer")
    opened.press("q")
    assert opened.leave() == 0
    assert [body["on"] for body in entries(home, "bookmarked")] == [True, False]
    assert [body["text"] for body in entries(home, "noted")] == ["see page 3"]
    assert "Doubt: b is right, too" in (home / "doubtful-questions.md").read_text(encoding="utf-8")


def test_typed_answers_take_the_same_keys_after_a_colon(ask: Open, home: Path) -> None:
    opened = ask("short")
    opened.press(":*\r", "bookmarked")
    opened.press(":z\r")
    assert opened.leave() == 0
    assert len(entries(home, "suspended")) == 1


@pytest.mark.usefixtures("toy_banks")
def test_suspend_from_the_answered_page(ask: Open, drill: Callable[..., Any]) -> None:
    opened = ask("choice")
    opened.press("b", ANSWERED)
    opened.press("z", "set aside; ")
    opened.press("q", "1 answered")
    assert "set aside already" in drill("suspend", "toy-choice").out


def test_related_is_shown_and_asked_next(ask: Open) -> None:
    opened = ask("choice")
    opened.press("a", "related")
    opened.press("r", "ask it next")
    assert "What maps logical blocks to physical ones?" in opened.text
    opened.press("a", ANSWERED)
    opened.press("\r", "· short ·")


def test_the_primer_comes_before_the_first_new_item_once(terminal: Open, asked_once: None) -> None:
    opened = terminal("quiz", "--topic", "kv-cache", "--new", "2", "--limit", "2")
    opened.wait_for("Every layer keeps one key")
    opened.press("x", "1/2")
    opened.press(":q\r" if "> " in opened.text else "q")
    opened.leave()
    again = terminal("quiz", "--topic", "kv-cache", "--new", "2", "--limit", "2")
    again.wait_for("1/2")
    assert "Every layer keeps one key" not in again.raw


def test_another_rating_is_another_day(ask: Open, home: Path) -> None:
    opened = ask("choice", size=(100, 60))
    opened.press("b", ANSWERED)
    opened.press("?", "by rating")
    assert "* 3 good" in opened.text
    opened.press("4", "* 4 easy")
    opened.press("q", "1 answered")
    rated, answered = entries(home, "rerated")[0], entries(home, "answered")[0]
    assert rated["due"] > answered["due"]


@pytest.mark.parametrize(("keys", "code"), [("q", 0), ("\x03", 130), ("\x04", 130)], ids=["q", "^C", "^D"])
@pytest.mark.parametrize("kind", ["choice", "short"])
def test_leaving_takes_less_than_a_second(ask: Open, kind: str, keys: str, code: int, home: Path) -> None:
    opened = ask(kind)
    began = time.monotonic()
    opened.press(":q\r" if keys == "q" and kind == "short" else keys)
    assert opened.leave() == code
    assert time.monotonic() - began < 1.0
    assert "Traceback" not in opened.raw
    if code:
        assert "drill: stopped; every answer given is saved" in opened.text


def test_a_dumb_terminal_gets_no_escape(ask: Open) -> None:
    """Not from drill, and not from the line editing either."""
    opened = ask("short", env={"TERM": "dumb"})
    opened.press("hash table\r", ANSWERED)
    opened.press("q", "1 answered")
    assert "\x1b" not in opened.raw


def test_no_color(ask: Open) -> None:
    opened = ask("choice", env={"NO_COLOR": "1"})
    assert re.search(r"\x1b\[[0-9;]*3[0-7]m", opened.raw) is None


def test_clock_and_confidence_only_where_asked_for(ask: Open, drill: Callable[..., Any], home: Path) -> None:
    plain = ask("choice")
    plain.press("b", ANSWERED)
    assert " · 0 s" not in plain.text
    plain.press("q", "1 answered")
    drill("config", "clock", "on")
    drill("config", "confidence", "on")
    opened = ask("multi")
    opened.press("b,d\r", "how sure are you?")
    opened.press("3", " · 0 s")
    assert [body.get("confidence") for body in entries(home, "answered")] == [None, 3]
