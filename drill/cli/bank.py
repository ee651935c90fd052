"""`drill bank`: question banks of others, beside the shipped ones."""

from pathlib import Path

import click

from drill.cli.app import App
from drill.cli.bank_import import import_
from drill.cli.options import json_option
from drill.errors import UsageError


@click.group()
def bank() -> None:
    """Add, list and remove banks of questions (data only: nothing in a bank runs)."""


bank.add_command(import_)


@bank.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.pass_obj
def add(app: App, path: Path) -> None:
    """Add the bank at PATH; it is read where it lies."""
    from drill.content.banks import load_bank
    from drill.content.shelves import add_bank

    path = _whole(path)
    loaded = load_bank(path, str(path))
    add_bank(app.paths.added_banks, path)
    for problem in loaded.problems:
        app.say(f"set aside {problem.place}: {problem.message}")
    app.console.print(f"added {path}: {len(loaded.questions)} questions", soft_wrap=True)


@bank.command("list")
@json_option
@click.pass_obj
def list_banks(app: App, as_json: bool) -> None:
    """List all banks with their number of questions."""
    from drill.cli.documents import BankDocument, BanksDocument
    from drill.cli.opening import bank_files
    from drill.content.library import open_library
    from drill.ui.tables import banks_view

    files = bank_files(app)
    rows = []
    for file in files:
        library = open_library([file], app.paths.cache)
        rows.append(BankDocument(str(file.path), file.origin, len(library.rows)))
    if as_json:
        app.print_json(BanksDocument(rows))
    else:
        app.console.print(banks_view([(r.origin, r.questions, r.path) for r in rows]), soft_wrap=True)


@bank.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.pass_obj
def remove(app: App, path: Path) -> None:
    """Remove the bank at PATH; its file and your answers stay."""
    from drill.content.shelves import remove_bank

    path = _whole(path)
    remove_bank(app.paths.added_banks, path)
    app.console.print(f"removed {path}; your answers to it stay in the journal", soft_wrap=True)


def _whole(path: Path) -> Path:
    """Return an absolute path; UsageError where there is none."""
    try:
        return path.expanduser().resolve()
    except RuntimeError as error:
        raise UsageError(f"{path}: no such user or a loop of links; name the file itself") from error
