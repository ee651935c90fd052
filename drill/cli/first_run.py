"""The questions of the first run, and the offer of a placement; each can be skipped, none is asked twice.

Leaves out what follows from the answers (study/plan.py).
"""

from collections.abc import Callable
from functools import partial

from drill.cli.app import App
from drill.errors import UsageError
from drill.sessions.desk import Desk
from drill.study.roles import ROLES
from drill.study.settings import SETTINGS, checked


def ask_once(app: App, desk: Desk) -> None:
    """Ask for interview date, minutes a day and role, unless that was done before."""
    if desk.has_asked_settings():
        return
    from drill.ui.forms import ask_one_of, ask_text, ask_yes

    app.console.print("Welcome. Three questions, Enter skips each; `drill config` changes them.\n")
    fields = {
        "interview": partial(
            ask_text, "When is your interview? (2026-12-19)", fits(partial(checked, "interview"))
        ),
        "minutes": partial(
            ask_text, f"Minutes a day? ({SETTINGS['minutes'].default})", fits(partial(checked, "minutes"))
        ),
        "role": partial(ask_one_of, "Which role?", tuple(ROLES)),
    }
    # Ctrl-C in a field means: leave, the later ones stay unasked
    for name, fill_in in fields.items():
        desk.change(name, fill_in().strip() or None)
    if ask_yes("Ten minutes of placement first? What you know is then not asked."):
        from drill.cli.keys import read_key
        from drill.cli.placement import open_placement, place

        place(app, open_placement(app, desk))
        app.console.print("\nA key goes on to today.")
        read_key()


def fits(check: Callable[[str], object]) -> Callable[[str], bool | str]:
    """Return what a field asks of its text: nothing is right, else what `check` has against it is told."""

    def validate(text: str) -> bool | str:
        try:
            return not text.strip() or bool(check(text))
        except UsageError as error:
            return str(error)

    return validate
