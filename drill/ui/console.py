"""The console: one accent color, markup and emoji codes off, so that text appears as typed.

Leaves out what is printed.
"""

from collections.abc import Mapping
from typing import TextIO

from rich.console import Console
from rich.theme import Theme

NARROWEST = 20
THEME = Theme(
    {
        "accent": "cyan",
        "right": "green",
        "wrong": "red",
        "quiet": "dim",
        "head": "bold",
        "strong": "bold",
        "em": "italic",
        "code": "cyan",
        "link": "underline",
        "code.keyword": "magenta",
        "code.string": "green",
        "code.number": "cyan",
        "code.comment": "dim",
        "code.name": "default",
        "code.operator": "default",
    },
    inherit=False,
)


def make_console(stream: TextIO, env: Mapping[str, str], *, width: int | None = None) -> Console:
    """Return a console on a stream. NO_COLOR and TERM=dumb are obeyed; a pipe is 80 columns wide."""
    plain = env.get("TERM") == "dumb" or not stream.isatty()
    console = Console(
        file=stream,
        theme=THEME,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
        color_system=None if plain else "auto",
        force_terminal=not plain,
        no_color=bool(env.get("NO_COLOR")),
        width=width or (None if stream.isatty() else 80),
        _environ=dict(env),
    )
    if console.width < NARROWEST:  # noqa: PLR1730 - a width once set outlasts every resize of the terminal
        console.width = NARROWEST
    return console
