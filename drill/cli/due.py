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
    from drill.cli.kata_documents import KataOfferDocument
    from drill.content.katas import load_exercises
    from drill.sessions.agenda import build_agenda
    from drill.sessions.katas import offers
    from drill.ui.tables import due_view
    from drill.ui.today import katas_words

    desk = app.open_desk()
    agenda = build_agenda(desk)
    minutes = round(agenda.seconds / 60)
    topics = {str(topic): count for topic, count in agenda.by_topic().items()}
    katas = offers(desk, load_exercises(app.paths.cache))
    document = DueDocument(
        day=desk.today,
        reviews=agenda.reviews,
        new=agenda.new,
        minutes=minutes,
        left_over=agenda.left_over,
        topics=topics,
        katas=[KataOfferDocument(*kata) for kata in katas],
    )
    if as_json:
        app.print_json(document)
    elif short:
        more = f", {len(katas)} kata{'' if len(katas) == 1 else 's'}" if katas else ""
        app.stdout.write(f"{agenda.reviews} due, {agenda.new} new, {minutes} min{more}\n")
    else:
        app.console.print(due_view(agenda.reviews, agenda.new, minutes, topics))
        if katas:
            plural = "" if len(katas) == 1 else "s"
            app.console.print(f"{len(katas)} kata{plural}: {katas_words(katas)}")
