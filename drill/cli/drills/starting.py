"""Starts a kata and shows what it asks; in a terminal the editor is one key away.

Leaves out how an attempt begins (sessions/starting.py).
"""

import click

from drill.cli.app import App
from drill.cli.drills.standing import status_document
from drill.sessions.drilling import Drilling
from drill.sessions.starting import Begun, Start, start


def start_kata(app: App, drilling: Drilling, wish: Start, *, edit: bool, as_json: bool) -> None:
    """Start a kata, print its README and its file; `edit` opens the editor at once."""
    begun = start(drilling, wish)
    if as_json:
        app.print_json(status_document(drilling, kept=begun.kept))
        return
    _show(app, drilling, begun)
    if edit or (app.is_interactive and _wants_editor(app)):
        click.edit(filename=str(begun.file))


def _show(app: App, drilling: Drilling, begun: Begun) -> None:
    from drill.content.prose import parse
    from drill.study.text import harmless
    from drill.ui.prose import blocks_view

    readme = (drilling.kata.open_folder / "README.md").read_text("utf-8")
    for part in [*blocks_view(parse(harmless(readme))), "", *_facts(drilling, begun)]:
        app.console.print(part)
    app.console.print(str(begun.file), soft_wrap=True, style="accent")


def _facts(drilling: Drilling, begun: Begun) -> list[str]:
    attempt, crux = begun.attempt, drilling.kata.exercise.crux
    facts = [f"your work before is kept in {begun.kept}"] if begun.kept else []
    if attempt.crux and crux:
        facts.append(f"a review: only `{crux.function}` is blank")
    clock = "untimed" if attempt.minutes is None else f"{attempt.minutes:g} minutes"
    goes_on = f"goes on ({clock}); `--again` begins anew from a blank starter"
    return [*facts, goes_on if begun.resumed else f"begun: {clock}"]


def _wants_editor(app: App) -> bool:
    from drill.cli.keys import read_key

    app.console.print("\ne edit now · Enter later", style="quiet")
    return read_key().lower() == "e"
