"""`drill mock list`, `show` and `compare`: the interviews that were.

Leaves out sitting one (mock.py).
"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from drill.cli.app import App
from drill.cli.options import json_option

if TYPE_CHECKING:
    from drill.sessions.desk import Desk
    from drill.sessions.mocks.reporting import Reporter
    from drill.study.mock_report import MockReport

_file = click.Path(path_type=Path, allow_dash=True)


@click.command(name="list")
@json_option
@click.pass_obj
def list_(app: App, as_json: bool) -> None:
    """List all mock interviews, the newest first."""
    from drill.cli.mock_documents import MocksDocument
    from drill.ui.mock_list import mocks_view

    desk = app.open_desk()
    lines = _reporter(app, desk).lines()
    if as_json:
        app.print_json(MocksDocument.of(lines))
        return
    for part in mocks_view(lines):
        app.console.print(part)


@click.command()
@click.argument("mock", required=False)
@click.option("--html", type=_file, help="Write the report as one page; - is stdout.")
@click.option("--md", type=_file, help="Write it as Markdown; - is stdout.")
@json_option
@click.pass_obj
def show(app: App, mock: str | None, html: Path | None, md: Path | None, as_json: bool) -> None:
    """Show the report of MOCK, a name from `drill mock list`; without it, of the last one."""
    from drill.cli.mock_documents import MockDocument
    from drill.cli.writing import write_text
    from drill.errors import UsageError
    from drill.ui.mock_report import mock_markdown, mock_page, mock_view
    from drill.ui.screen import MEASURE

    if sum((html is not None, md is not None, as_json)) > 1:
        raise UsageError("--html, --md and --json exclude each other; give one of them")
    report = report_of(app, app.open_desk(), mock)
    if as_json:
        app.print_json(MockDocument.of(report))
    elif html is not None:
        write_text(app, html, mock_page(report))
    elif md is not None:
        write_text(app, md, mock_markdown(report))
    else:
        for part in mock_view(report):
            app.console.print(part, width=min(app.console.width, MEASURE))


@click.command()
@click.argument("one", required=False)
@click.argument("other", required=False)
@json_option
@click.pass_obj
def compare(app: App, one: str | None, other: str | None, as_json: bool) -> None:
    """Show two mock interviews side by side, the earlier one first; without names, the last two.

    With one name, that one and the newest of the others.
    """
    from drill.cli.mock_documents import ComparedDocument
    from drill.ui.mock_list import compared_view

    compared = _reporter(app, app.open_desk()).compared(*(name for name in (one, other) if name is not None))
    if as_json:
        app.print_json(ComparedDocument.of(compared))
        return
    for part in compared_view(compared):
        app.console.print(part)


def report_of(app: App, desk: "Desk", mock: str | None) -> "MockReport":
    """Return the report of an interview, without a name of the last one."""
    return _reporter(app, desk).report(mock)


def _reporter(app: App, desk: "Desk") -> "Reporter":
    from drill.content.katas import load_exercises
    from drill.sessions.mocks.reporting import Reporter

    return Reporter(desk, load_exercises(app.paths.cache))
