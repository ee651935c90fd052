"""`drill debrief`: which questions came in an interview, and how it went."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from drill.cli.app import App

if TYPE_CHECKING:
    from drill.sessions.desk import Desk

WENT = click.IntRange(1, 5)


@click.command()
@click.option("--went", type=WENT, help="How it went, 1 (badly) to 5 (well).")
@click.option("--note", help="A note for yourself.")
@click.pass_obj
def debrief(app: App, went: int | None, note: str | None) -> None:
    """Keep the questions that came in an interview in your own bank, and how it went.

    Type them one a line, or pipe them in; each is kept as soon as its line ends.
    They come first among your new questions, to be answered in your own words.
    """
    ask_debrief(app, app.open_desk(), went, note)


def ask_debrief(app: App, desk: "Desk", went: int | None = None, note: str | None = None) -> None:
    """Take questions and how it went, and keep them; in a terminal what is not given is asked for."""
    from drill.errors import UsageError
    from drill.sessions.debrief import Debrief

    kept = Debrief(desk, app.paths.own_bank)
    for prompt in _typed(app) if app.is_interactive else app.stdin:
        if prompt.strip():
            item, is_new = kept.keep(prompt)
            app.console.print(f"{'kept' if is_new else 'there already:'} {item}", soft_wrap=True)
    if not app.is_interactive and not kept.items and went is None and note is None:
        raise UsageError("nothing to keep; pipe the questions in, one a line, or give --went and --note")
    if app.is_interactive:
        went = _asked_went() if went is None else went
        note = _line("a note for yourself (Enter: none) > ") if note is None else note
    kept.close(went, note or "")
    app.console.print(_told(len(kept.items)), soft_wrap=True)


def _typed(app: App) -> Iterator[str]:
    """Yield the lines typed, up to an empty one."""
    app.console.print("Which questions came? One a line; Enter alone ends.")
    while line := _line("> ").strip():
        yield line


def _asked_went() -> int | None:
    while text := _line("how did it go, 1 (badly) to 5 (well)? (Enter: no word) > ").strip():
        if text in {"1", "2", "3", "4", "5"}:
            return int(text)
    return None


def _line(prompt: str) -> str:
    """Return a line; Ctrl-D is an empty one."""
    from drill.cli.keys import read_line

    try:
        return read_line(prompt)
    except EOFError:
        return ""


def _told(number: int) -> str:
    if not number:
        return "kept how it went"
    what = "the question comes" if number == 1 else f"the {number} questions come"
    return f"{what} first among your new ones; own.yaml takes key points of your own"
