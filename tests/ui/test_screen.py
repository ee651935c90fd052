"""Pages longer than the screen: read a screenful at a time, or left to the terminal to scroll."""

import io

import pytest
from rich.text import Text

from drill.ui.console import make_console
from drill.ui.screen import Screen

CLEARED = "\x1b[2J"
LONG = [Text(f"line {number}") for number in range(60)]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def out() -> Terminal:
    return Terminal()


def screen(out: Terminal, keys: list[str] | None) -> Screen:
    """A screen of 80 by 24, read with these keys, or by nobody."""
    console = make_console(out, {"TERM": "xterm", "COLUMNS": "80", "LINES": "24"})
    return Screen(console, read_key=None if keys is None else keys.pop)


def test_a_long_page_waits_for_a_key_at_each_screenful(out: Terminal) -> None:
    keys = [" "] * 2

    screen(out, keys).show(LONG, [("q", "quit")])

    assert keys == []
    assert (out.getvalue().count(CLEARED), out.getvalue().count("Space")) == (3, 2)


def test_a_page_that_no_key_turns_is_printed_whole(out: Terminal) -> None:
    screen(out, None).show(LONG, [("q", "quit")])

    shown = out.getvalue()
    assert shown.count(CLEARED) == 1
    assert "Space" not in shown
    assert shown.index("line 0\n") < shown.index("line 59\n") < shown.index("quit")
