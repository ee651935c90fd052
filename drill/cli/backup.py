"""`drill backup`: a copy of the journal, by hand."""

from pathlib import Path

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.command()
@click.option(
    "--to", type=click.Path(path_type=Path), metavar="PATH", help="A file or folder; it is never deleted."
)
@json_option
@click.pass_obj
def backup(app: App, to: Path | None, as_json: bool) -> None:
    """Check the journal and copy it to the backups in the data folder, or to PATH.

    drill does so by itself once a day and keeps the newest 14. A copy is put back when the
    journal is damaged or gone.
    """
    from drill.cli.documents import BackupDocument
    from drill.sessions.backing import back_up
    from drill.ui.console import busy
    from drill.ui.exchange import entries_words

    desk = app.open_desk()
    with busy(app.console, "checking"):
        path = back_up(desk.journal, desk.today, to)
    entries = desk.journal.entry_count()
    if as_json:
        app.print_json(BackupDocument(str(path), entries))
    else:
        app.console.print(f"{path}: {entries_words(entries)}", soft_wrap=True)
