"""`drill stats`: where one stands."""

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.command()
@json_option
@click.pass_obj
def stats(app: App, as_json: bool) -> None:
    """Show mastery by topic, the streak, predicted against measured recall."""
    from drill.cli.documents import StandingDocument, StatsDocument
    from drill.sessions.overview import recent_calibration, standings, streak
    from drill.sessions.undoing import count_answers
    from drill.ui.tables import stats_view

    desk = app.open_desk()
    topics = standings(desk)
    measured, expected = recent_calibration(desk) or (None, None)
    answers, days = count_answers(desk), streak(desk)
    if as_json:
        rows = [StandingDocument.of(topic) for topic in topics]
        app.print_json(StatsDocument(desk.today, days, answers, measured, expected, rows))
        return
    for part in stats_view(topics, streak=days, answers=answers, measured=measured, expected=expected):
        app.console.print(part)
