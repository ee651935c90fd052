"""`drill map`: how each line of the outline stands."""

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.command()
@click.argument("topics", nargs=-1, metavar="[TOPIC]...")
@json_option
@click.pass_obj
def map(app: App, topics: tuple[str, ...], as_json: bool) -> None:
    """Show mastery by line of the outline, the weakest of each topic first; TOPIC names some."""
    from drill.cli.stats_documents import MapDocument
    from drill.content.outline import shipped_outline
    from drill.sessions.linemap import chosen, map_of
    from drill.ui.linemap import map_view

    desk = app.open_desk()
    lines = chosen(map_of(desk, shipped_outline()), topics)
    if as_json:
        app.print_json(MapDocument.of(desk.today, lines))
        return
    app.console.print(map_view(lines))
