"""One key or one line from the terminal.

Leaves out what they mean (player.py).
"""

from contextlib import suppress

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
