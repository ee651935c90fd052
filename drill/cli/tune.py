"""`drill tune`: the scheduler's weights fitted to one's own answers."""

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.command()
@click.option("--dry-run", is_flag=True, help="Try only; change nothing.")
@json_option
@click.pass_obj
def tune(app: App, dry_run: bool, as_json: bool) -> int:
    """Fit the scheduler to your answers, once 400 came on a later day; adopted if they foresee better.

    Fitted to the earlier four fifths of the reviews, judged on the later fifth: log loss and RMSE(bins),
    lower is better. Exit code 1 while there are too few.
    """
    from drill.cli.documents import MeasureDocument, TuneDocument
    from drill.errors import Exit
    from drill.sessions.tuning import tune as fit
    from drill.ui.console import busy
    from drill.ui.tuning import tuning_view

    desk = app.open_desk()
    with busy(app.console, "fitting"):
        tuned = fit(desk, adopt=not dry_run)
    if as_json:
        told = tuned.trial.measures if tuned.trial else {}
        measures = {str(name): MeasureDocument(*one) for name, one in told.items()}
        app.print_json(TuneDocument(tuned.reviews, tuned.adopted, measures))
    else:
        for part in tuning_view(tuned.reviews, tuned.trial, adopted=tuned.adopted, dry=dry_run):
            app.console.print(part)
    return Exit.NOT_PASSED if tuned.trial is None else Exit.DONE
