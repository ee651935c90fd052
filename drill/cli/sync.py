"""`drill sync`: two machines, one journal, through any folder that both can see."""

from pathlib import Path

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@json_option
@click.pass_obj
def sync(app: App, folder: Path, as_json: bool) -> int:
    """Exchange answers with your other machines through FOLDER (Dropbox, Syncthing, git, a stick).

    Exit code 3 where a log there is damaged; all others are taken in all the same.
    """
    from drill.cli.documents import SyncDocument
    from drill.errors import Exit
    from drill.sessions.exchange import sync as exchange
    from drill.ui.console import busy
    from drill.ui.exchange import synced_line

    desk = app.open_desk()
    with busy(app.console, f"reading {folder}"):
        synced = exchange(desk, folder)
    for trouble in synced.troubles:
        app.say(trouble)
    if as_json:
        app.print_json(SyncDocument(*synced.merged, synced.read, synced.written, synced.troubles))
    else:
        app.console.print(
            synced_line(*synced.merged, read=synced.read, written=synced.written), soft_wrap=True
        )
    return Exit.CONTENT if synced.troubles else Exit.DONE
