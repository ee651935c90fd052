"""Gets an answer out of the learner, by kind: a key, a line, lines with a rubric.

Leaves out marking. A key or `:` word that is no answer comes back as an Action.
"""

from collections.abc import Callable
from typing import NamedTuple

from rich.console import RenderableType
from rich.text import Text

from drill.cli.keys import read_key, read_line, read_lines
from drill.sessions.quiz import Turn
from drill.sessions.sheet import Sheet, sheet_of
from drill.study.instance import words
from drill.study.marking import sentences, suggest
from drill.study.question import LETTERS, Open, kind_of
from drill.ui.prose import Texts
from drill.ui.rubric import claim_view, point_view, sentences_view
from drill.ui.screen import Keys, Screen
from drill.ui.sheet import Head, choices_view, head_view, hint_view, question_view

ACTIONS = {
    "u": "undo",
    "s": "skip",
    "z": "suspend",
    "*": "bookmark",
    "n": "note",
    "!": "doubtful",
    "q": "quit",
}
_KEYS: Keys = tuple(ACTIONS.items())
_TYPED_KEYS: Keys = tuple((f":{key}", does) for key, does in ACTIONS.items())


class Action(NamedTuple):
    """A key of ACTIONS, pressed in place of an answer."""

    key: str


class Reply(NamedTuple):
    """What was given: the text, and for an open answer the ticked key points and wrong claims."""

    text: str
    ticks: tuple[int, ...] | None = None
    claims: tuple[int, ...] = ()


def head_of(turn: Turn) -> Head:
    """Return the first line of a turn's pages."""
    question = turn.compiled.question
    notes = ("again",) if turn.is_return else ("new",) if turn.is_new else ()
    return Head(question.topic, kind_of(question), notes, turn.place, turn.total)


def texts_of(turn: Turn) -> Texts:
    """Return the texts of a turn's question, numbers filled in."""
    return Texts(turn.compiled.prose, words(turn.compiled.question, turn.ask.numbers))


def ask(screen: Screen, turn: Turn, hint: str) -> Reply | Action:
    """Show a turn and return what the learner gave; `hint` says what was wrong with the last try."""
    sheet = sheet_of(turn.compiled.question, turn.ask)
    by_kind: dict[str, Callable[[Screen, Turn, Sheet, str], Reply | Action]] = {
        "choice": _ask_choice,
        "bug": _ask_bug,
        "open": _ask_open,
    }
    return by_kind.get(sheet.kind, _ask_line)(screen, turn, sheet, hint)


def _page(turn: Turn, sheet: Sheet, hint: str, *, choices: bool = True) -> list[RenderableType]:
    texts = texts_of(turn)
    page = question_view(head_of(turn), texts, turn.compiled.question.prompt, code=sheet.code)
    page += choices_view(texts, sheet.choices) if choices else []
    return [*page, *hint_view(hint)]


def _ask_choice(screen: Screen, turn: Turn, sheet: Sheet, hint: str) -> Reply | Action:
    letters = LETTERS[: len(sheet.choices)]
    screen.show(_page(turn, sheet, hint), (("".join((letters[0], "-", letters[-1])), "answer"), *_KEYS))
    while True:
        key = read_key().lower()
        if key in letters:
            return Reply(key)
        if key in ACTIONS:
            return Action(key)


def _ask_line(screen: Screen, turn: Turn, sheet: Sheet, hint: str) -> Reply | Action:
    screen.show(_page(turn, sheet, hint), _TYPED_KEYS)
    return _typed(prompt_of(sheet))


def prompt_of(sheet: Sheet) -> str:
    """Return what stands before a typed answer: its unit, if it has one."""
    return f"{sheet.unit} > " if sheet.unit else "> "


def _typed(prompt: str) -> Reply | Action:
    line = read_line(prompt).strip()
    is_action = line.startswith(":") and line[1:2] in ACTIONS and len(line) == len(":u")
    return Action(line[1]) if is_action else Reply(line)


def _ask_bug(screen: Screen, turn: Turn, sheet: Sheet, hint: str) -> Reply | Action:
    """Ask for the line first: the reasons would give it away."""
    screen.show(_page(turn, sheet, hint, choices=False), _TYPED_KEYS)
    line = _typed("wrong line > ")
    count = len(sheet.code.splitlines())
    if isinstance(line, Action) or not (line.text.isdecimal() and 1 <= int(line.text) <= count):
        return line
    reason = _ask_choice(screen, turn, sheet, f"line {line.text}: why is it wrong?")
    return reason if isinstance(reason, Action) else Reply(f"{line.text} {reason.text}")


def _ask_open(screen: Screen, turn: Turn, sheet: Sheet, hint: str) -> Reply | Action:
    page = _page(turn, sheet, hint)
    page += [
        Text(),
        Text("Type it, then a line with a lone `.`; or say it aloud and type only the `.`", style="quiet"),
    ]
    screen.show(page, _TYPED_KEYS)
    first = _typed("> ")
    if isinstance(first, Action):
        return first
    text = "" if first.text == "." else f"{first.text}\n{read_lines('> ')}"
    return _tick(screen, turn, text.strip())


def _tick(screen: Screen, turn: Turn, text: str) -> Reply | Action:
    """Go through the rubric: each key point beside one's own sentences, then the wrong claims."""
    question = turn.compiled.question
    if not isinstance(question, Open):
        return Reply(text)
    own, suggested = sentences(text), suggest(question, text)
    ticks = []
    for place, point in enumerate(question.points):
        page = [head_view(head_of(turn)), *sentences_view(own, suggested.get(place))]
        page += point_view(place + 1, len(question.points), point.text)
        if _said(screen, page, len(own), is_suggested=place in suggested):
            ticks.append(place)
    claims = [place for place, claim in enumerate(question.wrong_claims) if _claimed(screen, turn, claim)]
    return Reply(text, tuple(ticks), tuple(claims))


def _said(screen: Screen, page: list[RenderableType], count: int, *, is_suggested: bool) -> bool:
    """Return whether a key point was said: y, or the number of the sentence that says it."""
    default = "said" if is_suggested else "not said"
    numbers = "123456789"[:count]
    keys: list[tuple[str, str]] = [("y", "said"), ("x", "not said"), ("Enter", default)]
    span = numbers if len(numbers) < 2 else f"{numbers[0]}-{numbers[-1]}"
    screen.show(page, [(span, "the sentence that says it"), *keys] if numbers else keys)
    while True:
        key = read_key().lower()
        if key in ("y", *numbers):
            return True
        if key == "x":
            return False
        if key == "enter":
            return is_suggested


def _claimed(screen: Screen, turn: Turn, claim: str) -> bool:
    screen.show([head_view(head_of(turn)), *claim_view(claim)], [("y", "I said it"), ("Enter", "no")])
    return read_key().lower() == "y"
