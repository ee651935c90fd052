"""`drill plan`: the days up to the interview."""

from typing import TYPE_CHECKING

import click

from drill.cli.app import App
from drill.cli.options import json_option

if TYPE_CHECKING:
    from drill.sessions.desk import Desk


@click.command()
@click.option("--date", "day", metavar="DATE", help="The interview's date, kept as the setting `interview`.")
@click.option("--minutes", type=click.IntRange(1, 480), help="As it would be with so many minutes a day.")
@json_option
@click.pass_obj
def plan(app: App, day: str | None, minutes: int | None, as_json: bool) -> None:
    """Plan each day up to the interview, and what you can expect to know on it.

    Expected recall is the share of all questions that you would know, those never seen
    included. The plan is made anew each time, from what you answered so far: `drill` and
    `drill quiz` ask what it has for today.
    """
    from drill.cli.plan_documents import PlanDocument
    from drill.content.katas import load_exercises
    from drill.sessions.planning import campaign_of, set_interview
    from drill.ui.planning import plan_view

    desk = app.open_desk()
    if day is None and app.is_interactive and not as_json:
        day = _asked(desk)
    if day is not None:
        set_interview(desk, day)
    campaign = campaign_of(desk, load_exercises(app.paths.cache), minutes=minutes)
    if as_json:
        app.print_json(PlanDocument.of(campaign))
        return
    for part in plan_view(campaign):
        app.console.print(part)


def _asked(desk: "Desk") -> str | None:
    """Ask for a date where none is ahead, unless the last interview is still to be told of."""
    from functools import partial

    from drill.cli.first_run import fits
    from drill.sessions.overview import interview_to_debrief
    from drill.sessions.planning import day_ahead
    from drill.study.countdown import days_left
    from drill.ui.forms import ask_text

    if days_left(desk.settings.interview, desk.today) is not None or interview_to_debrief(desk):
        return None
    return ask_text("When is your interview? (2026-12-19)", fits(partial(day_ahead, desk))).strip() or None
