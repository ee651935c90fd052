"""`drill history`: all that the journal says of an item."""

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.command()
@click.argument("item")
@json_option
@click.pass_obj
def history(app: App, item: str, as_json: bool) -> None:
    """Show every answer ever given to ITEM or attempt at a kata, and when it comes back."""
    from drill.cli.documents import HistoryDocument, PastDocument
    from drill.content.katas import load_exercises
    from drill.sessions.lookup import history as past_of
    from drill.sessions.lookup import item_or_kata
    from drill.ui.tables import history_view

    desk = app.open_desk()
    wanted = item_or_kata(desk, load_exercises(app.paths.cache), item)
    record, past = desk.record(wanted), past_of(desk, wanted)
    recall = record.recall_on(desk.today)
    if as_json:
        app.print_json(
            HistoryDocument(
                item=wanted,
                answers=record.answers,
                lapses=record.lapses,
                due=record.due,
                recall=recall,
                suspended=record.is_aside,
                bookmarked=record.bookmarked,
                entries=[PastDocument(*entry) for entry in past],
            )
        )
        return
    for part in history_view(wanted, record, recall, past):
        app.console.print(part)
