"""The console: one accent color, markup and emoji codes off, so that text appears as typed.

Leaves out what is printed.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.text import Text
from rich.theme import Theme

from drill.study.text import harmless

if TYPE_CHECKING:
    from rich.status import Status

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


def busy(console: Console, words: str) -> "Status":
    """Return what shows, within a with block, that drill is at work; the words appear as they are."""
    return console.status(Text(harmless(words)))
