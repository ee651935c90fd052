"""Gets an answer out of the learner, by kind: a key or a line.

Leaves out marking, and interview answers (interview.py). A key or `:` word that is no answer comes back
as an Action.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rich.console import RenderableType

from drill.cli.keys import read_key, read_line
from drill.sessions.quiz import Turn
from drill.sessions.sheet import Sheet, sheet_of
from drill.study.instance import words
from drill.study.question import LETTERS, kind_of
from drill.ui.prose import Texts
from drill.ui.screen import Keys, Screen
from drill.ui.sheet import Head, choices_view, hint_view, question_view

ACTIONS = {
    "u": "undo",
    "s": "skip",
    "z": "suspend",
    "*": "bookmark",
    "n": "note",
    "!": "doubtful",
    "q": "quit",
}
_Actions = Mapping[str, str]


class Action(NamedTuple):
    """A key of ACTIONS, pressed in place of an answer."""

    key: str


class Reply(NamedTuple):
    """What was given: the text, and for an open answer the ticked key points and wrong claims.

    `waited` are seconds in which the learner waited for suggestions.
    """

    text: str
    ticks: tuple[int, ...] | None = None
    claims: tuple[int, ...] = ()
    waited: float = 0.0


Ask = Callable[[Screen, Turn, Sheet, str], Reply | Action]


def head_of(turn: Turn) -> Head:
    """Return the first line of a turn's pages."""
    question = turn.compiled.question
    notes = ("again",) if turn.is_return else ("new",) if turn.is_new else ()
    return Head(question.topic, kind_of(question), notes, turn.place, turn.total)


def texts_of(turn: Turn) -> Texts:
    """Return the texts of a turn's question, numbers filled in."""
    return Texts(turn.compiled.prose, words(turn.compiled.question, turn.ask.numbers))


def typed_keys(actions: _Actions = ACTIONS) -> Keys:
    """Return the keys of actions as they are typed on a line."""
    return tuple((f":{key}", does) for key, does in actions.items())


def ask(
    screen: Screen, turn: Turn, hint: str, *, ask_open: Ask | None = None, actions: _Actions = ACTIONS
) -> Reply | Action:
    """Show a turn and return what the learner gave; `hint` says what was wrong with the last try.

    `actions` are the keys that work besides; `ask_open` takes open answers, where there may be some.
    """
    sheet = sheet_of(turn.compiled.question, turn.ask)
    if ask_open is not None and sheet.kind == "open":
        return ask_open(screen, turn, sheet, hint)
    by_kind = {"choice": _ask_choice, "bug": _ask_bug}
    return by_kind.get(sheet.kind, _ask_line)(screen, turn, sheet, hint, actions)


def page_of(turn: Turn, sheet: Sheet, hint: str, *, choices: bool = True) -> list[RenderableType]:
    """Return the page that asks a turn."""
    texts = texts_of(turn)
    page = question_view(head_of(turn), texts, turn.compiled.question.prompt, code=sheet.code)
    page += choices_view(texts, sheet.choices) if choices else []
    return [*page, *hint_view(hint)]


def _ask_choice(screen: Screen, turn: Turn, sheet: Sheet, hint: str, actions: _Actions) -> Reply | Action:
    letters = LETTERS[: len(sheet.choices)]
    keys = [(f"{letters[0]}-{letters[-1]}", "answer"), *actions.items()]
    screen.show(page_of(turn, sheet, hint), keys)
    while True:
        key = read_key().lower()
        if key in letters:
            return Reply(key)
        if key in actions:
            return Action(key)


def _ask_line(screen: Screen, turn: Turn, sheet: Sheet, hint: str, actions: _Actions) -> Reply | Action:
    screen.show(page_of(turn, sheet, hint), typed_keys(actions))
    return typed(prompt_of(sheet), actions)


def prompt_of(sheet: Sheet) -> str:
    """Return what stands before a typed answer: its unit, if it has one."""
    return f"{sheet.unit} > " if sheet.unit else "> "


def typed(prompt: str, actions: _Actions = ACTIONS) -> Reply | Action:
    """Return a typed line, or the action that it names."""
    line = read_line(prompt).strip()
    is_action = line.startswith(":") and line[1:2] in actions and len(line) == len(":u")
    return Action(line[1]) if is_action else Reply(line)


def _ask_bug(screen: Screen, turn: Turn, sheet: Sheet, hint: str, actions: _Actions) -> Reply | Action:
    """Ask for the line first: the reasons would give it away."""
    screen.show(page_of(turn, sheet, hint, choices=False), typed_keys(actions))
    line = typed("wrong line > ", actions)
    count = len(sheet.code.splitlines())
    if isinstance(line, Action) or not (line.text.isdecimal() and 1 <= int(line.text) <= count):
        return line
    reason = _ask_choice(screen, turn, sheet, f"line {line.text}: why is it wrong?", actions)
    return reason if isinstance(reason, Action) else Reply(f"{line.text} {reason.text}")
