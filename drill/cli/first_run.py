"""The three questions of the first run; each can be skipped, none is asked twice.

Leaves out what follows from the answers (study/plan.py).
"""

from collections.abc import Callable

from drill.cli.app import App
from drill.errors import UsageError
from drill.sessions.desk import Desk
from drill.study.settings import ROLES, SETTINGS, checked

_ASKED = ("interview", "minutes", "role")


def ask_once(app: App, desk: Desk) -> None:
    """Ask for interview date, minutes a day and role, unless that was done before."""
    if desk.has_asked_settings():
        return
    import questionary

    app.console.print("Welcome. Three questions, Enter skips each; `drill config` changes them.\n")
    replies = {
        "interview": questionary.text("When is your interview? (2026-12-19)", validate=_fits("interview")),
        "minutes": questionary.text(
            f"Minutes a day? ({SETTINGS['minutes'].default})", validate=_fits("minutes")
        ),
        "role": questionary.select("Which role?", choices=list(ROLES)),
    }
    for name in _ASKED:
        # Ctrl-C in a prompt means: leave, nothing was asked
        reply = replies[name].unsafe_ask().strip()
        desk.change(name, reply or None)


def _fits(name: str) -> Callable[[str], bool | str]:
    def validate(text: str) -> bool | str:
        try:
            return not text.strip() or bool(checked(name, text))
        except UsageError as error:
            return str(error)

    return validate
