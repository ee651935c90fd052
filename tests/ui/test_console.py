"""Colors where they can be shown, and only there; text appears as typed."""

import io
import os
from typing import Any

import pytest

from drill.ui.console import NARROWEST, make_console


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def printed(env: dict[str, str], stream: io.StringIO) -> str:
    make_console(stream, env).print("right", style="right")
    return stream.getvalue()


def test_a_terminal_gets_color() -> None:
    assert printed({"TERM": "xterm-256color"}, Terminal()) == "\x1b[32mright\x1b[0m\n"


def test_no_color() -> None:
    assert "\x1b[32m" not in printed({"TERM": "xterm-256color", "NO_COLOR": "1"}, Terminal())


@pytest.mark.parametrize(
    ("env", "stream"),
    [({"TERM": "dumb"}, Terminal()), ({"TERM": "xterm-256color"}, io.StringIO())],
    ids=["dumb", "pipe"],
)
def test_no_escape_at_all(env: dict[str, str], stream: io.StringIO) -> None:
    assert printed(env, stream) == "right\n"


@pytest.mark.parametrize(("columns", "width"), [("1", NARROWEST), ("30", 30)])
def test_columns_of_a_terminal(columns: str, width: int) -> None:
    assert make_console(Terminal(), {"COLUMNS": columns, "TERM": "xterm"}).width == width


def test_a_terminal_that_is_resized(monkeypatch: pytest.MonkeyPatch) -> None:
    console = make_console(Terminal(), {"TERM": "xterm"})
    for columns in (100, 40):
        size = os.terminal_size((columns, 24))
        monkeypatch.setattr(os, "get_terminal_size", lambda _, size=size: size)
        assert console.width == columns


def test_markup_emoji_codes_and_escapes_appear_as_typed(seat: Any) -> None:
    seat.width = 120
    page = seat.screens("quiz", "--kind", "choice", "--new", "1", "--seed", "1", strokes=("q",))
    for text in ("dict[str, int]", "[bold]block table[/bold]", "␛[31mred␛[0m", "తెలుగు and 🧮"):
        assert text in page
