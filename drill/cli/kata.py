"""`drill kata`: coding drills, from the list to the solution.

Leaves out what each command does (drills/).
"""

from pathlib import Path

import click

from drill.cli.app import App
from drill.cli.options import Minutes, json_option

_slug = click.argument("slug", required=False)


@click.group()
def kata() -> None:
    """Write code that hidden tests judge; what passes comes back by spaced repetition."""


@kata.command("list")
@json_option
@click.pass_obj
def list_(app: App, as_json: bool) -> None:
    """List all katas, easy ones first, and how each stands."""
    from drill.cli.kata_documents import KataDocument, KatasDocument
    from drill.content.katas import load_exercises
    from drill.sessions.katas import listed
    from drill.ui.katas import list_view

    rows = listed(app.open_desk(), load_exercises(app.paths.cache))
    if not as_json:
        app.console.print(list_view(rows))
        return
    documents = [
        KataDocument(slug, e.title, e.topic, e.level, e.minutes, is_open, record.due)
        for slug, e, record, is_open in rows
    ]
    app.print_json(KatasDocument(documents))


@kata.command()
@click.argument("slug")
@click.option("--minutes", type=Minutes(min=0, min_open=True), help="Your own time limit.")
@click.option("--untimed", is_flag=True, help="Without a clock.")
@click.option("--crux/--whole", default=None, help="In a review: the one hard function, or all of it.")
@click.option("--again", is_flag=True, help="Begin anew though an attempt is open; your work is kept.")
@click.option("--edit", is_flag=True, help="Open $VISUAL or $EDITOR.")
@json_option
@click.pass_obj
def start(  # noqa: PLR0913, PLR0917 - one argument an option
    app: App,
    slug: str,
    minutes: float | None,
    untimed: bool,
    crux: bool | None,
    again: bool,
    edit: bool,
    as_json: bool,
) -> None:
    """Lay out SLUG in the workspace and start its clock; an open attempt goes on."""
    from drill.cli.drills.opening import open_drilling
    from drill.cli.drills.starting import start_kata
    from drill.errors import UsageError
    from drill.sessions.starting import Start

    if untimed and minutes is not None:
        raise UsageError("`--minutes` and `--untimed` exclude each other; leave one out")
    wish = Start(minutes, untimed, crux, again)
    start_kata(app, open_drilling(app, slug), wish, edit=edit, as_json=as_json)


@kata.command()
@_slug
@json_option
@click.pass_obj
def test(app: App, slug: str | None, as_json: bool) -> int:
    """Run the visible tests in the workspace with plain pytest, without walls or limits."""
    from drill.cli.drills.opening import open_drilling
    from drill.cli.drills.testing import run_tests

    return run_tests(app, open_drilling(app, slug), as_json=as_json)


@kata.command()
@_slug
@click.option("--file", type=click.Path(path_type=Path), help="Another file than the workspace's.")
@json_option
@click.pass_obj
def submit(app: App, slug: str | None, file: Path | None, as_json: bool) -> int:
    """Judge a solution by the hidden tests; exit code 1 when it does not pass, 70 when they are at fault.

    Every submission is kept. From the second one that fails on, the smallest failing case is shown in full.
    """
    from drill.cli.drills.opening import open_judged
    from drill.cli.drills.submitting import submit_file

    return submit_file(app, open_judged(app, slug), file, as_json=as_json)


@kata.command()
@_slug
@json_option
@click.pass_obj
def watch(app: App, slug: str | None, as_json: bool) -> int:
    """Judge each save; a save that fails does not count, one that passes is submitted.

    Keys: h takes a hint, s submits the file as it was judged last, q leaves.
    """
    from drill.cli.drills.opening import open_judged
    from drill.cli.drills.watching import Watch

    return Watch(app, open_judged(app, slug), as_json=as_json).run()


@kata.command()
@_slug
@click.option("--number", "-n", type=click.IntRange(1, 3), help="Read again a hint that you took.")
@json_option
@click.pass_obj
def hint(app: App, slug: str | None, number: int | None, as_json: bool) -> None:
    """Take the next hint: the first costs Easy, the second Good, the third makes it Again."""
    from drill.cli.drills.opening import open_drilling
    from drill.cli.kata_documents import KataHintDocument

    drilling = open_drilling(app, slug)
    number, text = drilling.hint(number)
    if as_json:
        app.print_json(KataHintDocument(drilling.kata.slug, number, text))
    else:
        app.console.print(f"hint {number} of 3: {text}")


@kata.command()
@_slug
@json_option
@click.pass_obj
def solution(app: App, slug: str | None, as_json: bool) -> None:
    """After a pass or giving up: the reference, its notes, and how yours differs from it."""
    from drill.cli.drills.after import show_solution
    from drill.cli.drills.opening import open_closed

    show_solution(app, open_closed(app, slug), as_json=as_json)


@kata.command("give-up")
@_slug
@json_option
@click.pass_obj
def give_up(app: App, slug: str | None, as_json: bool) -> None:
    """Close the attempt as not known and show the solution; the kata may come back tomorrow."""
    from drill.cli.drills.after import show_solution
    from drill.cli.drills.opening import open_drilling
    from drill.cli.kata_documents import KataGaveUpDocument

    drilling = open_drilling(app, slug)
    due = drilling.give_up()
    if as_json:
        app.print_json(KataGaveUpDocument(drilling.kata.slug, due))
        return
    show_solution(app, drilling, as_json=False)
    app.console.print(f"given up: {drilling.kata.slug} comes back {due:%A} {due.day} {due:%B}")


@kata.command()
@_slug
@json_option
@click.pass_obj
def reset(app: App, slug: str | None, as_json: bool) -> None:
    """Put the blank starter back; your work is kept as an attempt, the clock runs on."""
    from drill.cli.drills.opening import open_drilling
    from drill.cli.drills.standing import status_document
    from drill.sessions.starting import reset as put_back

    drilling = open_drilling(app, slug)
    kept = put_back(drilling, crux=drilling.open().crux)
    if as_json:
        app.print_json(status_document(drilling, kept=kept))
    else:
        app.console.print(f"blank again; your work is kept in {kept}" if kept else "it was blank already")


@kata.command()
@_slug
@json_option
@click.pass_obj
def status(app: App, slug: str | None, as_json: bool) -> None:
    """Show how a kata stands: time left, hints, submissions, the day it is due."""
    from drill.cli.drills.opening import open_drilling
    from drill.cli.drills.standing import status_document
    from drill.sessions.reviewing import status_of
    from drill.ui.katas import status_view

    drilling = open_drilling(app, slug)
    if as_json:
        app.print_json(status_document(drilling))
        return
    for part in status_view(**status_of(drilling)._asdict()):
        app.console.print(part)
