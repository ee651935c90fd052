"""`drill undo`: the newest answer counts no more."""

import click

from drill.cli.app import App


@click.command()
@click.pass_obj
def undo(app: App) -> int:
    """Undo the newest answer; again for the one before it."""
    from drill.errors import Exit
    from drill.sessions.undoing import undo_last
    from drill.study.journal import Answered

    entry = undo_last(app.open_desk())
    if entry is None or not isinstance(entry.body, Answered):
        app.console.print("nothing to undo")
        return Exit.NOT_PASSED
    verdict = "right" if entry.body.right else "wrong"
    app.console.print(f"undone: {entry.body.ask.item}, {verdict}, answered on {entry.stamp.day}")
    return Exit.DONE
