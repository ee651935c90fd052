"""Fields that a person fills in, one after the other: the only use of questionary.

Leaves out what is asked. Ctrl-C raises KeyboardInterrupt.
"""

from collections.abc import Callable, Sequence

import questionary


def ask_text(label: str, validate: Callable[[str], bool | str] | None = None) -> str:
    """Return a line; `validate` says True, or what is wrong with it."""
    return str(questionary.text(label, validate=validate).unsafe_ask())


def ask_one_of(label: str, choices: Sequence[str]) -> str:
    """Return one of the choices, picked with the arrow keys."""
    return str(questionary.select(label, choices=list(choices)).unsafe_ask())


def ask_yes(label: str) -> bool:
    """Return whether the answer is yes; Enter alone is no."""
    return bool(questionary.confirm(label, default=False).unsafe_ask())
