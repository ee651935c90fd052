"""`drill log`: the journal as a file of JSON Lines, written and taken in."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drill.cli.app import App
from drill.cli.options import json_option

if TYPE_CHECKING:
    from drill.sessions.desk import Desk
    from drill.sessions.exchange import Came

    Take = Callable[[Desk, Iterable[bytes], str], Came]

_a_log = click.argument("file", type=click.Path(path_type=Path, allow_dash=True))


@click.group()
def log() -> None:
    """Write the journal to a file, or take another machine's in."""


@log.command()
@_a_log
@click.pass_obj
def export(app: App, file: Path) -> None:
    """Write the whole journal to FILE, or with - to stdout."""
    from drill.cli.opening import open_journal
    from drill.cli.writing import keep_own
    from drill.sessions.exchange import log_text, write_journal
    from drill.ui.exchange import entries_words

    journal = open_journal(app)
    if str(file) == "-":
        app.write_utf8(log_text(journal))
        return
    keep_own(app, file)
    app.console.print(f"{file}: {entries_words(write_journal(journal, file))}", soft_wrap=True)


@log.command("import")
@_a_log
@json_option
@click.pass_obj
def import_(app: App, file: Path, as_json: bool) -> None:
    """Begin a new journal with the entries in FILE."""
    from drill.sessions.exchange import import_log

    _take(app, file, import_log, as_json=as_json)


@log.command()
@_a_log
@json_option
@click.pass_obj
def merge(app: App, file: Path, as_json: bool) -> None:
    """Join the entries in FILE with this journal's; again and in any order, the outcome is the same."""
    from drill.sessions.exchange import merge_log

    _take(app, file, merge_log, as_json=as_json)


def _take(app: App, file: Path, take: "Take", *, as_json: bool) -> None:
    from drill.cli.documents import MergedDocument
    from drill.sessions.exchange import log_lines
    from drill.ui.console import busy
    from drill.ui.exchange import merged_line

    desk = app.open_desk()
    lines = app.lines() if str(file) == "-" else log_lines(file)
    with busy(app.console, f"reading {file}"):
        merged = take(desk, lines, str(file))
    if as_json:
        app.print_json(MergedDocument(*merged))
    else:
        app.console.print(merged_line(*merged), soft_wrap=True)
