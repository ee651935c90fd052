"""`drill eve`: the evening before the interview."""

from typing import TYPE_CHECKING

import click

from drill.cli.app import App
from drill.cli.options import Minutes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from drill.content.library import Compiled
    from drill.ui.screen import Screen

_QUIT = ("q", "quit")


@click.command()
@click.option("--minutes", type=Minutes(1), default=30.0, show_default=True, help="For this long.")
@click.option("--seed", type=int, help="Draw numbers and shuffle options as this seed says.")
@click.pass_obj
def eve(app: App, minutes: float, seed: int | None) -> None:
    """Go over what goes wrong the evening before, then read the interview answers.

    First what you missed and were sure of, leeches, notes and bookmarks, then what
    you are least likely to know on the day. No due day is changed. With answers
    piped in, each takes one line, as for `drill quiz`.
    """
    from drill.cli.keys import ENTER, read_key
    from drill.cli.play.start import play
    from drill.sessions.agenda import Wishes
    from drill.sessions.eve import agenda_for, eve_of, interview_answers
    from drill.ui.eve import eve_view
    from drill.ui.screen import Screen

    desk = app.open_desk(seed=seed)
    evening, answers = eve_of(desk, minutes), interview_answers(desk)
    screen = Screen(app.console, read_key=read_key if app.is_interactive else None)
    screen.show(eve_view(evening), [("Enter", "start"), _QUIT] if app.is_interactive else ())
    if app.is_interactive and read_key() != ENTER:
        return
    if evening.parts.items:
        play(app, Wishes(cram=True), seed=seed, desk=desk, agenda=agenda_for(desk, evening))
        if answers and app.is_interactive:
            # the last page of the sitting stands until a key is pressed
            screen.ask_keys("\nthen", [("Enter", "read the interview answers"), _QUIT])
            if read_key() != ENTER:
                return
    _read(app, screen, answers)


def _read(app: App, screen: "Screen", answers: "Sequence[Compiled]") -> None:
    """Show answers one after the other, until the last one or `q`."""
    from drill.cli.keys import read_key

    for place, compiled in enumerate(answers, 1):
        page = _page(compiled, place, len(answers))
        if not app.is_interactive:
            app.console.print()
            screen.show(page)
            continue
        screen.show(page, [("Enter", "done" if place == len(answers) else "next"), _QUIT])
        if read_key().lower() == "q":
            return


def _page(compiled: "Compiled", place: int, total: int) -> "Sequence[RenderableType]":
    from drill.study.question import Open
    from drill.ui.eve import points_view
    from drill.ui.prose import Texts

    question, texts = compiled.question, Texts(compiled.prose)
    points = question.points if isinstance(question, Open) else ()
    said = [texts.line(point.text) for point in points]
    return points_view(place, total, question.topic, texts.blocks(question.prompt), said)
