"""`drill suspend` and `drill resume`: items out of the queue, and back."""

import click

from drill.cli.app import App


@click.command()
@click.argument("item")
@click.pass_obj
def suspend(app: App, item: str) -> None:
    """Set ITEM aside: it is not asked until it is resumed."""
    from drill.sessions.lookup import known_item
    from drill.study.journal import Suspended

    desk = app.open_desk()
    row = known_item(desk, item)
    if desk.record(row.id).is_aside:
        app.console.print(f"{row.id} is set aside already")
        return
    desk.write(Suspended(row.id))
    app.console.print(f"{row.id} is set aside; `drill resume {row.id}` takes it up again")


@click.command()
@click.argument("item")
@click.pass_obj
def resume(app: App, item: str) -> None:
    """Take ITEM up again, a leech too."""
    from drill.sessions.lookup import known_item
    from drill.study.journal import Resumed

    desk = app.open_desk()
    row = known_item(desk, item)
    if not desk.record(row.id).is_aside:
        app.console.print(f"{row.id} is not set aside")
        return
    desk.write(Resumed(row.id))
    app.console.print(f"{row.id} is in the queue again")
