"""`drill bank import`: cards from Anki or a table, into one's own bank, after a look at what they become."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from drill.cli.app import App
from drill.cli.options import json_option

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from drill.content.taking import Step
    from drill.study.draft import Card, Refused


def _import_options(command: "Callable[..., None]") -> Any:
    options = (
        click.argument("file", type=click.Path(path_type=Path)),
        click.option("--topic", metavar="TOPIC", help="Topic of cards that name none; else `own`."),
        click.option("--yes", is_flag=True, help="Write without asking."),
        click.option("--dry-run", is_flag=True, help="Show what would be written; write nothing."),
        json_option,
        click.pass_obj,
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.group("import")
def import_() -> None:
    """Take cards of others into your own bank; you see what becomes of them before anything is written."""


@import_.command()
@_import_options
def anki(app: App, file: Path, topic: str | None, yes: bool, dry_run: bool, as_json: bool) -> None:
    """Import the notes of FILE.apkg; imported again, those that changed are brought up to date.

    A short back is typed, one of 3 to 8 lines or sentences becomes key points; others and clozes are skipped.
    """
    from drill.sessions.incoming import anki_cards
    from drill.ui.console import busy

    asks = _asks(app, yes=yes, dry_run=dry_run, as_json=as_json)
    with busy(app.console, f"reading {file}"):
        cards = anki_cards(file)
    _import(app, cards, topic, asks=asks, dry_run=dry_run, as_json=as_json)


@import_.command()
@_import_options
def csv(app: App, file: Path, topic: str | None, yes: bool, dry_run: bool, as_json: bool) -> None:
    """Import the rows of FILE: prompt, answer and, if you like, topic, explanation, difficulty.

    With or without a head; comma, semicolon or tab between cells; UTF-8. A row whose prompt is there already
    changes that question.
    """
    from drill.content.cardtable import read_table

    asks = _asks(app, yes=yes, dry_run=dry_run, as_json=as_json)
    _import(app, read_table(file), topic, asks=asks, dry_run=dry_run, as_json=as_json)


def _asks(app: App, *, yes: bool, dry_run: bool, as_json: bool) -> bool:
    """Return whether to ask before writing; UsageError where nobody could answer."""
    from drill.errors import UsageError

    if yes or dry_run:
        return False
    if as_json or not app.is_interactive:
        raise UsageError("nothing is written unasked; --dry-run shows what would be, --yes writes it")
    return True


def _import(
    app: App,
    cards: "Sequence[Card | Refused]",
    topic: str | None,
    *,
    asks: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    from drill.cli.opening import open_journal
    from drill.content.taking import take_in
    from drill.sessions.incoming import with_topic
    from drill.ui.console import busy

    cards = with_topic(cards, topic)
    # an id once answered keeps its memory, though its question was deleted
    taken = open_journal(app).touched()
    with busy(app.console, "comparing with your own bank"):
        steps = take_in(app.paths.own_bank, cards, taken=taken, write=False)
    if not as_json:
        _preview(app, steps)
    write = not dry_run and _changes(steps) and (not asks or _is_wanted())
    if write:
        with busy(app.console, f"writing {app.paths.own_bank}"):
            steps = take_in(app.paths.own_bank, cards, taken=taken, write=True)
    _tell(app, steps, written=write, as_json=as_json)


def _changes(steps: "Sequence[Step]") -> bool:
    return any(step.what in {"new", "changed"} for step in steps)


def _preview(app: App, steps: "Sequence[Step]") -> None:
    from drill.ui.incoming import preview_view

    for part in preview_view(steps):
        app.console.print(part)


def _is_wanted() -> bool:
    from drill.ui.forms import ask_yes

    return ask_yes("write these into your own bank?")


def _tell(app: App, steps: "Sequence[Step]", *, written: bool, as_json: bool) -> None:
    from drill.cli.export_documents import ImportDocument, StepDocument
    from drill.ui.incoming import counts_line

    if as_json:
        app.print_json(ImportDocument([StepDocument(*step) for step in steps], written))
        return
    where = f" into {app.paths.own_bank}" if written else "; nothing was written"
    app.console.print(f"{counts_line(steps, done=written)}{where}", soft_wrap=True)
