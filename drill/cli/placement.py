"""`drill placement`: ten minutes that find out what is known already."""

from typing import TYPE_CHECKING

import click

from drill.cli.app import App
from drill.cli.options import Minutes, json_option

if TYPE_CHECKING:
    from drill.sessions.desk import Desk
    from drill.sessions.placement import Placement

MINUTES = 10.0


@click.command()
@click.option("--minutes", type=Minutes(1), default=MINUTES, show_default=True, help="For this long.")
@click.option("--topics", metavar="A,B", help="Only these topics; without it, all that interviews ask.")
@click.option("--seed", type=int, help="Draw numbers and shuffle options as this seed says.")
@json_option
@click.pass_obj
def placement(app: App, /, minutes: float, topics: str | None, seed: int | None, as_json: bool) -> None:
    """Find out what you know already, so that the quiz begins there; about 18 questions.

    Stopped, it goes on within the day. --json asks nothing and prints what today's
    placement came to. Answers piped in take one line each; an empty one is "don't know".
    """
    desk = app.open_desk(seed=seed)
    opened = open_placement(app, desk, topics, minutes=minutes, seed=seed)
    if as_json:
        from drill.cli.readiness_documents import PlacementDocument

        app.print_json(PlacementDocument.of(desk.today, opened.report()))
        return
    place(app, opened)


def open_placement(
    app: App, desk: "Desk", topics: str | None = None, *, minutes: float = MINUTES, seed: int | None = None
) -> "Placement":
    """Open today's placement; UsageError for a topic that no bank has."""
    from drill.cli.play.start import check_topics
    from drill.content.katas import load_exercises
    from drill.sessions.agenda import Wishes
    from drill.sessions.placement import Placement, Placing
    from drill.sessions.readiness import interview_topics
    from drill.study.question import Topic

    names = tuple(name.strip() for name in topics.split(",")) if topics is not None else ()
    check_topics(desk, Wishes(names))
    wanted = list(dict.fromkeys(map(Topic, names))) or interview_topics(desk)
    return Placement(desk, Placing(wanted, minutes, load_exercises(app.paths.cache)), rng=app.rng(seed))


def place(app: App, opened: "Placement") -> None:
    """Play a placement to its last screen."""
    from drill.cli.play.placing import play_placement
    from drill.ui.readiness import placed_view
    from drill.ui.screen import Screen

    if opened.next() is None and not opened.answers:
        app.console.print("nothing is left to ask; `drill stats ready` shows how ready you are")
        return
    play_placement(app, opened)
    if opened.answers:
        Screen(app.console, read_key=None).show(placed_view(opened.report()))
    for problem in opened.problems:
        app.say(f"set aside {problem}")
