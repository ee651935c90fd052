"""`drill sheet`: formulas, reference numbers and one's own misses, on the terminal or on paper."""

from pathlib import Path

import click

from drill.cli.app import App


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--topics", metavar="TOPICS", default="", help="Only these, with commas between.")
@click.pass_obj
def sheet(app: App, file: Path | None, topics: str) -> None:
    """Show the sheet for the last look: formulas worked out, reference numbers, your own misses.

    FILE.pdf and FILE.html are one page on paper, FILE.md is Markdown, - is Markdown on stdout.
    """
    from drill.cli.play.start import check_topics
    from drill.cli.writing import write_bytes, write_text
    from drill.errors import UsageError
    from drill.sessions.agenda import Wishes
    from drill.sessions.crib import crib_of
    from drill.ui.crib import crib_markdown, crib_page, crib_pdf, crib_view
    from drill.ui.screen import MEASURE

    if file is not None and str(file) != "-" and file.suffix not in {".pdf", ".html", ".md"}:
        raise UsageError(f"{file}: which form? give a name in .pdf, .html or .md, or - for Markdown")
    named = tuple(filter(None, map(str.strip, topics.split(","))))
    desk = app.open_desk()
    check_topics(desk, Wishes(named))
    crib = crib_of(desk, named, rng=app.rng(0))
    if file is None:
        for part in crib_view(crib):
            app.console.print(part, width=min(app.console.width, MEASURE))
    elif file.suffix == ".pdf":
        write_bytes(app, file, crib_pdf(crib))
    else:
        write_text(app, file, crib_page(crib) if file.suffix == ".html" else crib_markdown(crib))
