"""`drill due`: what today holds."""

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.command()
@click.option("--short", is_flag=True, help="One line, for a prompt or a status bar.")
@json_option
@click.pass_obj
def due(app: App, short: bool, as_json: bool) -> None:
    """Count what is due today, by topic."""
    from drill.cli.documents import DueDocument
    from drill.sessions.agenda import build_agenda
    from drill.ui.tables import due_view

    desk = app.open_desk()
    agenda = build_agenda(desk)
    minutes = round(agenda.seconds / 60)
    topics = {str(topic): count for topic, count in agenda.by_topic().items()}
    document = DueDocument(desk.today, agenda.reviews, agenda.new, minutes, agenda.left_over, topics)
    if as_json:
        app.print_json(document)
    elif short:
        app.stdout.write(f"{agenda.reviews} due, {agenda.new} new, {minutes} min\n")
    else:
        app.console.print(due_view(agenda.reviews, agenda.new, minutes, topics))
