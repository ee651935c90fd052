"""`drill stats`: where one stands, on a page, by section, as JSON or as a page of HTML."""

from pathlib import Path

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.command()
@click.argument("sections", nargs=-1, metavar="[SECTION]...")
@click.option("--all", "wants_all", is_flag=True, help="Every section in full.")
@click.option(
    "--html", type=click.Path(path_type=Path, allow_dash=True), help="Write all as one page; - is stdout."
)
@json_option
@click.pass_obj
def stats(app: App, sections: tuple[str, ...], wants_all: bool, html: Path | None, as_json: bool) -> None:
    """Show mastery, the year and what lies ahead; a SECTION in full by its name.

    Sections: topics, ready, year, forecast, recall, sure (and wrong), confidence, hardest, time.
    """
    from drill.cli.stats_documents import StatsDocument
    from drill.cli.writing import write_text
    from drill.content.katas import load_exercises
    from drill.content.outline import shipped_outline
    from drill.errors import UsageError
    from drill.sessions.linemap import map_of
    from drill.sessions.readiness import readiness_of
    from drill.sessions.statistics import statistics_of
    from drill.ui.stats import overview, section_names, sections_view
    from drill.ui.stats_page import stats_page
    from drill.ui.stats_sections import SECTIONS

    if as_json and html:
        raise UsageError("--json and --html exclude each other; give one of them")
    names = section_names(sections or (SECTIONS if wants_all else ()))
    desk = app.open_desk()
    statistics = statistics_of(desk)
    if as_json or html or "ready" in names:
        # it reads the journal once more: only where it is shown
        statistics = statistics._replace(readiness=readiness_of(desk, load_exercises(app.paths.cache)))
    if as_json:
        app.print_json(StatsDocument.of(statistics))
        return
    if html:
        write_text(app, html, stats_page(statistics, map_of(desk, shipped_outline())))
        return
    for part in sections_view(statistics, names) if names else overview(statistics):
        app.console.print(part)
