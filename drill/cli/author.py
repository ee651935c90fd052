"""`drill author`: what authors of questions and katas run."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from drill.cli.app import App
from drill.cli.options import json_option

if TYPE_CHECKING:
    from drill.authoring.everything import Outcome


@click.group()
def author() -> None:
    """Check questions and katas before they are shipped."""


@author.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--accept", is_flag=True, help="Write ids, revs and answers into questions/lock.json.")
@click.option("--full", "how", flag_value="full", help="Prove katas: ten seeds and all mutants.")
@click.option("--prove-changed", "how", flag_value="changed", help="Judge changed katas and two others.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draws.")
@json_option
@click.pass_obj
def check(
    app: App,
    paths: tuple[Path, ...],
    accept: bool,
    how: Literal["full", "changed"] | None,
    seed: int,
    as_json: bool,
) -> int:
    """Check PATHS (banks, katas), or all that is shipped: file, line and mend of each fault; 3 for any."""
    from drill.authoring.everything import Wanted, check_everything
    from drill.content.locate import content_root
    from drill.errors import Exit

    def progress(line: str) -> None:
        if app.stderr.isatty():
            app.stderr.write(f"\r\x1b[K{line}")

    wanted = Wanted(how, accept, seed, app.now().date().isoformat())
    outcome = check_everything(paths, wanted, content_root(), progress)
    progress("")
    if as_json:
        _print_json(app, outcome)
    else:
        _print_lines(app, outcome)
    return Exit.CONTENT if outcome.findings else Exit.DONE


def _print_lines(app: App, outcome: "Outcome") -> None:
    for finding in outcome.findings:
        app.stdout.write(f"{finding.place}: {finding.message}\n")
    for proven in outcome.proven:
        app.stdout.write(f"{proven.slug}: {proven.in_words}\n")
    app.stdout.write(
        f"{outcome.banks.questions} questions in {outcome.banks.files} files, "
        f"{outcome.katas.katas} katas, {len(outcome.findings)} findings\n"
    )


def _print_json(app: App, outcome: "Outcome") -> None:
    from drill.cli.documents import CheckDocument, FindingDocument, ProofDocument

    findings = [FindingDocument(finding.place, finding.message) for finding in outcome.findings]
    proofs = [
        ProofDocument(proven.slug, proof.mutants, proof.killed, proof.explained, proof.kill_rate)
        for proven in outcome.proven
        if (proof := proven.proof)
    ]
    banks, katas = outcome.banks, outcome.katas
    app.print_json(CheckDocument(banks.files, banks.questions, katas.katas, findings, proofs))
