"""`drill quiz`: today's questions, or those asked for."""

from typing import Any

import click

from drill.cli.app import App
from drill.cli.judge import judge_options, wish_of
from drill.cli.options import Minutes

KINDS = ("choice", "multi", "numeric", "short", "order", "predict", "bug", "open")


@click.command()
@click.option(
    "--topic", "topics", multiple=True, metavar="TOPIC", help="Only this topic; may be given again."
)
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only this kind; may be given again."
)
@click.option("--new", type=click.IntRange(0), help="New items in this sitting, whatever the day's plan.")
@click.option("--limit", type=click.IntRange(1), help="At most this many questions.")
@click.option("--minutes", type=Minutes(1), help="For this long, by your own pace.")
@click.option("--cram", is_flag=True, help="Leave the schedule alone; least known first.")
@click.option("--seed", type=int, help="Draw numbers and shuffle options as this seed says.")
@judge_options
@click.pass_obj
def quiz(  # noqa: PLR0913, PLR0917 - one argument an option
    app: App,
    /,
    topics: tuple[str, ...],
    kinds: tuple[str, ...],
    new: int | None,
    limit: int | None,
    minutes: float | None,
    cram: bool,
    seed: int | None,
    **judge: Any,
) -> None:
    """Answer what is due today, new questions woven in.

    In a terminal one key answers. With answers piped in, each takes one line:
    choice `a`; multi `a,c`; order `bdac`; numeric `1.5 GiB`; bug `3 b`; short and
    predict as text; open lines up to a lone `.`.
    """
    from drill.cli.play.start import play
    from drill.sessions.agenda import Wishes

    play(app, Wishes(topics, kinds, new, limit, minutes, cram), seed=seed, judge=wish_of(judge))
