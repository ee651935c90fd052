"""`drill history`: all that the journal says of an item."""

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.command()
@click.argument("item")
@json_option
@click.pass_obj
def history(app: App, item: str, as_json: bool) -> None:
    """Show every answer ever given to ITEM, and when it comes back."""
    from drill.cli.documents import HistoryDocument, PastDocument
    from drill.sessions.lookup import history as past_of
    from drill.sessions.lookup import known_item
    from drill.ui.tables import history_view

    desk = app.open_desk()
    row = known_item(desk, item)
    record, past = desk.record(row.id), past_of(desk, row.id)
    recall = record.recall_on(desk.today)
    if as_json:
        app.print_json(
            HistoryDocument(
                item=row.id,
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
    for part in history_view(row.id, record, recall, past):
        app.console.print(part)
