"""Questions that a learner holds to be wrong: an entry in the journal and a file to send.

Leaves out sending it.
"""

from drill import __version__
from drill.cli.app import App
from drill.sessions.quiz import Quiz, Turn
from drill.study.text import storable

_HEADER = """# Questions that may be wrong

Written by drill {version}. Send this file with an issue to drill's authors.
"""


def keep_doubt(app: App, quiz: Quiz, turn: Turn, text: str) -> None:
    """Record a doubt and append it, with what was shown, to the file to send."""
    question, ask, text = turn.compiled.question, turn.ask, storable(text)
    quiz.doubt(ask.item, text)
    path = app.paths.doubts
    if not path.exists():
        path.write_text(_HEADER.format(version=__version__), encoding="utf-8")
    numbers = ", ".join(f"{name} = {value}" for name, value in ask.numbers.items())
    lines = [f"\n## {ask.item}, rev {ask.rev}, {quiz.desk.today}", "", question.prompt.strip(), ""]
    lines += [f"Numbers: {numbers}", ""] if numbers else []
    with path.open("a", encoding="utf-8") as file:
        file.write("\n".join([*lines, f"Doubt: {text.strip() or '(no words)'}", ""]))
