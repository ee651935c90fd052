"""A mock interview over a pipe: one line an answer, an open one up to a lone `.`; no kata.

Leaves out a terminal (mocking.py). The end of input leaves the interview to be resumed.
"""

from rich.text import Text

from drill.cli.app import App
from drill.cli.play.lines import print_turn, read_answer
from drill.sessions.answering import Given
from drill.sessions.mocks.interview import Mock
from drill.sessions.mocks.steps import FollowTurn, KataTurn
from drill.sessions.quiz import Turn
from drill.sessions.suggesting import Suggester, suggested
from drill.study.marking import suggest


def play_mock_lines(app: App, mock: Mock, suggester: Suggester) -> bool:
    """Ask until the interview or the input ends; return whether it is over."""
    while (step := mock.next()) is not None:
        if isinstance(step, KataTurn):
            app.say(f"the kata {step.slug} needs a terminal and is left out")
            mock.leave_out()
        elif not _took(app, mock, step, suggester):
            return False
    return True


def _took(app: App, mock: Mock, step: Turn | FollowTurn, suggester: Suggester) -> bool:
    """Take one answer; return whether there was one."""
    return _answer(app, mock, step, suggester) if isinstance(step, Turn) else _follow(app, mock, step)


def _answer(app: App, mock: Mock, turn: Turn, suggester: Suggester) -> bool:
    print_turn(app, turn)
    began, text = app.seconds(), read_answer(app, turn)
    if text is None:
        return False
    given = Given(text, app.seconds() - began, final=True)
    given, problem = suggested(turn.compiled.question, given, suggester)
    if problem:
        app.say(problem)
    mock.answer(given)
    told = mock.step_before()
    app.console.print(Text(f"\n{told}\n" if told else ""))
    return True


def _follow(app: App, mock: Mock, turn: FollowTurn) -> bool:
    """Take one line; it meets the follow-up where it seems to say what was left unsaid."""
    app.console.print(Text(f"follow-up: {turn.text}"))
    began, line = app.seconds(), app.stdin.readline()
    if not line:
        return False
    point, text = turn.follow_up.point, line.strip()
    met = bool(text) and (point is None or point in suggest(turn.question, text))
    mock.follow(turn, text, met=met, seconds=app.seconds() - began)
    app.console.print()
    return True
