"""`drill author`: what authors of questions run."""

from pathlib import Path

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.group()
def author() -> None:
    """Check questions before they are shipped."""


@author.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--accept", is_flag=True, help="Write ids, revs and answers into questions/lock.json.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draws.")
@json_option
@click.pass_obj
def check(app: App, paths: tuple[Path, ...], accept: bool, seed: int, as_json: bool) -> int:
    """Check PATHS, or all that is shipped: file, line and mend of each fault; exit code 3 for any."""
    from drill.authoring.check import check as check_banks
    from drill.cli.documents import CheckDocument, FindingDocument
    from drill.content.locate import content_root
    from drill.errors import Exit

    def progress(line: str) -> None:
        if app.stderr.isatty():
            app.stderr.write(f"\r\x1b[K{line}")

    report = check_banks(paths, root=content_root(), rng_seed=seed, accept=accept, progress=progress)
    progress("")
    if as_json:
        findings = [FindingDocument(f.place, f.message) for f in report.findings]
        app.print_json(CheckDocument(report.files, report.questions, findings))
    else:
        for finding in report.findings:
            app.stdout.write(f"{finding.place}: {finding.message}\n")
        app.stdout.write(
            f"{report.questions} questions in {report.files} files, {len(report.findings)} findings\n"
        )
    return Exit.CONTENT if report.findings else Exit.DONE
