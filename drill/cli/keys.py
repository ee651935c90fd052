"""One key or one line from the terminal.

Leaves out what they mean (player.py).
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from select import select
from typing import TextIO

import click

ENTER = "enter"
_ENTERS = {"\r", "\n", " "}


def read_key() -> str:
    """Return one key; Enter and the space bar are `enter`. Ctrl-C and Ctrl-D raise."""
    key = click.getchar()
    return ENTER if key in _ENTERS else key


def read_line(prompt: str) -> str:
    """Return one line, with the line editing of the terminal; Ctrl-D raises EOFError."""
    with suppress(ImportError):
        # makes input() edit with the arrow keys; the module isn't built everywhere
        import readline  # noqa: F401
    return input(prompt)


def read_lines(prompt: str) -> str:
    """Return lines up to a lone `.`, or to the end of input."""
    lines: list[str] = []
    while True:
        try:
            line = read_line(prompt)
        except EOFError:
            break
        if line.strip() == ".":
            break
        lines.append(line)
    return "\n".join(lines)


@contextmanager
def keys_at_once(stream: TextIO) -> Iterator[None]:
    """Let keys come without Enter and unseen while something else goes on; Ctrl-C still interrupts."""
    import termios
    import tty

    before = termios.tcgetattr(stream)
    tty.setcbreak(stream)
    try:
        yield
    finally:
        termios.tcsetattr(stream, termios.TCSADRAIN, before)


def key_within(stream: TextIO, seconds: float) -> str:
    """Return a key pressed within some seconds, else an empty text; EOFError at Ctrl-D and at the end."""
    if not select([stream], [], [], seconds)[0]:
        return ""
    pressed = os.read(stream.fileno(), 64)
    if not pressed or pressed.startswith(b"\x04"):
        raise EOFError
    return pressed.decode("utf-8", "replace")[:1]


@contextmanager
def hangup_interrupts() -> Iterator[None]:
    """Let a closed terminal end things as Ctrl-C does: tidily."""
    before = signal.signal(signal.SIGHUP, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)
