"""Plays a placement: in a terminal key by key, over a pipe a line an answer.

Leaves out the rules (sessions/placement.py) and the last screen. A verdict is one word below the next
question; Ctrl-C leaves at any moment.
"""

from rich.text import Text

from drill.cli.app import App
from drill.cli.keys import read_key
from drill.cli.play.asking import Action, ask
from drill.cli.play.lines import print_turn
from drill.sessions.answering import Given
from drill.sessions.placement import Placement
from drill.sessions.quiz import Turn
from drill.ui.screen import Screen

_ACTIONS = {"?": "don't know", "q": "stop here"}
_INTRO = (
    "About {questions} questions in {minutes:g} minutes: harder where you do well, easier where not.",
    "What you know is put off, the rest stays new. Where you don't know, say `?`: a guess tells less.",
    "You may stop at any time; what you answered counts, and `drill placement` goes on today.",
)


def play_placement(app: App, placement: Placement) -> None:
    """Ask until it is over or the learner stops; each answer is on disk before the next question."""
    if app.is_interactive:
        _play_keys(app, placement)
    else:
        _play_lines(app, placement)


def _play_keys(app: App, placement: Placement) -> None:
    screen = Screen(app.console, read_key=read_key)
    said: str | None = "" if placement.answers or _begins(screen, placement) else None
    while said is not None and (turn := placement.next()) is not None:
        said = _ask(app, screen, placement, turn, said)


def _begins(screen: Screen, placement: Placement) -> bool:
    questions, minutes = placement.longest
    words = [line.format(questions=questions, minutes=minutes) for line in _INTRO]
    page = [Text("placement", style="head"), Text(), *(Text(line) for line in words)]
    screen.show(page, [("Enter", "begin"), ("q", "leave")])
    return read_key().lower() != "q"


def _ask(app: App, screen: Screen, placement: Placement, turn: Turn, said: str) -> str | None:
    """Ask one turn until it is answered, and return the verdict; None to stop."""
    began = app.seconds()
    while placement.turn is turn:
        reply = ask(screen, turn, said, actions=_ACTIONS)
        if isinstance(reply, Action) and reply.key == "q":
            return None
        text = "" if isinstance(reply, Action) else reply.text
        given = Given(text, app.seconds() - began, final=isinstance(reply, Action))
        outcome = placement.answer(given)
        said = f"the last one: {outcome.mark.verdict}" if outcome.entry else outcome.mark.says
    return said


def _play_lines(app: App, placement: Placement) -> None:
    while (turn := placement.next()) is not None:
        print_turn(app, turn)
        began, line = app.seconds(), app.stdin.readline()
        if not line:
            return
        outcome = placement.answer(Given(line.strip(), app.seconds() - began, final=True))
        app.console.print(Text(f"\n{outcome.mark.verdict}\n"))
