"""A sitting over a pipe: one line an answer, nothing asked twice; the end of input ends it.

Leaves out the grammar of an answer, which is each kind's own (`drill quiz --help` prints it).
"""

from rich.text import Text

from drill.cli.app import App
from drill.cli.play.asking import head_of, texts_of
from drill.sessions.answering import Given, Outcome
from drill.sessions.quiz import Quiz, Turn
from drill.sessions.sheet import sheet_of
from drill.sessions.suggesting import Suggester, suggested
from drill.study.question import Open
from drill.ui.sheet import choices_view, question_view


def play_lines(app: App, quiz: Quiz, suggester: Suggester) -> None:
    """Ask until the sitting or the input ends; each answer is on disk before the next is read."""
    while (turn := quiz.next()) is not None:
        print_turn(app, turn)
        began = app.seconds()
        text = read_answer(app, turn)
        if text is None:
            return
        given = Given(text, app.seconds() - began, final=True)
        given, problem = suggested(turn.compiled.question, given, suggester)
        if problem:
            app.say(problem)
        _print_outcome(app, quiz.answer(given))


def read_answer(app: App, turn: Turn) -> str | None:
    """Return the answer, or None at the end of input."""
    line = app.stdin.readline()
    if not line:
        return None
    if not isinstance(turn.compiled.question, Open):
        return line.strip()
    lines: list[str] = []
    while line and line.strip() != ".":
        lines.append(line.rstrip("\n"))
        line = app.stdin.readline()
    return "\n".join(lines)


def print_turn(app: App, turn: Turn) -> None:
    """Print a turn and how it is answered."""
    sheet, texts = sheet_of(turn.compiled.question, turn.ask), texts_of(turn)
    page = question_view(head_of(turn), texts, turn.compiled.question.prompt, code=sheet.code)
    for part in [*page, *choices_view(texts, sheet.choices)]:
        app.console.print(part)
    app.console.print(Text(f"({sheet.grammar})", style="quiet"))


def _print_outcome(app: App, outcome: Outcome) -> None:
    mark, record = outcome.mark, outcome.record
    due = f" · due {record.due}" if record is not None and record.due is not None else ""
    app.console.print(Text(f"\n{mark.verdict} · {outcome.rating.name.lower()}{due}"))
    if mark.verdict != "right":
        app.console.print(Text(f"answer: {mark.answer}"))
        app.console.print(Text(mark.says))
    app.console.print()
