"""`drill config`: every setting with its value and its default."""

from typing import TYPE_CHECKING

import click

from drill.cli.app import App
from drill.cli.options import json_option

if TYPE_CHECKING:
    from drill.sessions.desk import Desk


@click.command()
@click.argument("name", required=False)
@click.argument("value", required=False)
@click.option("--reset", is_flag=True, help="Put the default of NAME back.")
@json_option
@click.pass_obj
def config(app: App, name: str | None, value: str | None, reset: bool, as_json: bool) -> None:
    """Show all settings, show NAME, or set NAME to VALUE."""
    from drill.cli.documents import ConfigDocument, SettingDocument
    from drill.errors import UsageError
    from drill.study.settings import SETTINGS, setting
    from drill.ui.tables import settings_view

    if reset and name is None:
        raise UsageError("`--reset` puts one setting back; give its NAME")
    if reset and value is not None:
        raise UsageError("`--reset` and a value exclude each other; leave one out")
    desk = app.open_desk()
    if name is not None and (reset or value is not None):
        desk.change(setting(name).name, None if reset else value)
        _warn_of_the_past(app, desk, name)
    shown = [setting(name)] if name is not None else list(SETTINGS.values())
    rows = [SettingDocument(s.name, desk.setting(s.name), s.default, s.help) for s in shown]
    if as_json:
        app.print_json(ConfigDocument(rows))
    else:
        app.console.print(settings_view([(r.name, r.value, r.default, r.help) for r in rows]))


def _warn_of_the_past(app: App, desk: "Desk", name: str) -> None:
    day = desk.settings.interview
    if name == "interview" and day is not None and day < desk.today:
        app.say(f"{day} has passed; the pace is the usual one until a date ahead is set")
