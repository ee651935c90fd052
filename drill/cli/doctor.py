"""`drill doctor`: what this machine gives a coding drill, tried out."""

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.command()
@click.option("--full", is_flag=True, help="Read every backup from end to end too.")
@json_option
@click.pass_obj
def doctor(app: App, full: bool, as_json: bool) -> int:
    """Try what keeps a solution in its place, and check journal and data folder; exit code 4 for a fault."""
    from drill.cli.kata_documents import DoctorDocument, DoctorLineDocument
    from drill.cli.opening import open_journal
    from drill.content.locate import content_root
    from drill.errors import Exit
    from drill.sessions.checkup import examine
    from drill.ui.katas import findings_view

    secret = content_root() / "solutions" / "softmax" / "solution.py"
    findings = examine(app.paths.data, secret, lambda: open_journal(app), full=full)
    if as_json:
        app.print_json(DoctorDocument([DoctorLineDocument(*finding) for finding in findings]))
    else:
        app.console.print(findings_view(findings))
    return Exit.MISSING if any(finding.state == "bad" for finding in findings) else Exit.DONE
