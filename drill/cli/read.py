"""`drill read`: the primers."""

import click

from drill.cli.app import App


@click.command()
@click.argument("topic", required=False)
@click.option("--all", "every", is_flag=True, help="All primers, one after the other.")
@click.pass_obj
def read(app: App, topic: str | None, every: bool) -> None:
    """Read the primer on TOPIC, one screen; without a topic, list them."""
    from drill.cli.play.primers import primer_page
    from drill.content.locate import primer_path, primer_topics
    from drill.ui.screen import MEASURE

    if topic is None and not every:
        for name in primer_topics():
            app.console.print(name)
        return
    for name in primer_topics() if topic is None else [topic]:
        primer_path(name)
        for part in primer_page(name, app.paths.cache):
            app.console.print(part, width=min(app.console.width, MEASURE))
        app.console.print()
