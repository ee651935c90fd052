"""Makes docs/session.svg from a real sitting: real questions, a real journal, keys pressed by a script.

Leaves out most pages of that sitting: it keeps four. Run: python docs/picture.py [FILE]
"""

import io
import re
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.rule import Rule
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from drill.cli.app import App, Paths
from drill.cli.judge import NO_JUDGE, open_suggester
from drill.cli.main import run
from drill.cli.play.player import Player
from drill.content.locate import primer_topics
from drill.sessions.agenda import Wishes
from drill.sessions.answering import Given
from drill.sessions.desk import Desk
from drill.sessions.quiz import Quiz
from drill.study.journal import PrimerRead
from drill.study.marking import right_answer
from drill.study.question import LETTERS, ItemId
from drill.ui.console import make_console

PICTURE = Path(__file__).with_name("session.svg")
WIDTH = 84
EARLIER = tuple(f"2026-12-0{day}T20:00:00+01:00" for day in range(1, 10))
TODAY = "2026-12-10T09:00:00+01:00"
INTERVIEW = "2026-12-19"
SHARE_RIGHT = 0.8
NUMBER = ItemId("kv-bytes-batch")
CHOICE = ItemId("pd-chunked-first-token")
THEME = TerminalTheme(
    (24, 26, 31),
    (208, 212, 220),
    # black, red, green, yellow, blue, magenta, cyan, white
    [
        *((60, 64, 72), (224, 108, 117), (152, 195, 121), (209, 154, 102)),
        *((97, 175, 239), (198, 120, 221), (86, 182, 194), (200, 204, 212)),
    ],
)


class SeatedApp(App):
    """An app with someone at both ends of a console that records what it shows."""

    def __init__(self, folder: Path, now: str) -> None:
        """Sit down at a time, before a learner's folder."""
        super().__init__(
            env={"DRILL_NOW": now},
            stdin=io.StringIO(),
            stdout=io.StringIO(),
            stderr=io.StringIO(),
            paths=Paths(folder, folder / "cache"),
        )
        self._recorder = make_console(self.stdout, self.env, width=WIDTH)
        self._recorder.record = True

    @property
    def is_interactive(self) -> bool:
        """Someone answers."""
        return True

    @property
    def console(self) -> Console:
        """The console that records."""
        return self._recorder


class Hand:
    """Presses the keys: the number in another unit and then right, the choice wrongly, then quit."""

    def __init__(self, quiz: Quiz, console: Console) -> None:
        """Answer a sitting on a console."""
        self._quiz = quiz
        self._console = console
        self._units = ["ms", "GiB"]

    def line(self, prompt: str) -> str:
        """Stand in for input()."""
        text = self._right().replace("GiB", self._units.pop(0))
        self._console.print(Text(f"{prompt}{text}"))
        self._turn_page(keep=True)
        return text

    def key(self) -> str:
        """Stand in for click.getchar."""
        if self._quiz.turn is not None:
            self._turn_page(keep=True)
            return next(letter for letter in LETTERS if letter != self._right())
        is_last = self._quiz.tallies[-1].item == CHOICE
        self._turn_page(keep=False)
        return "q" if is_last else "\r"

    def _turn_page(self, *, keep: bool) -> None:
        self._console.record = keep
        self._console.print(Rule(style="quiet", characters="─"))

    def _right(self) -> str:
        turn = self._quiz.turn
        if turn is None:
            raise RuntimeError("no question is open")
        return right_answer(turn.compiled.question, turn.ask)


def live_through(folder: Path) -> None:
    """Put nine ordinary evenings into the journal."""
    run(SeatedApp(folder, EARLIER[0]), ["config", "interview", INTERVIEW])
    for number, evening in enumerate(EARLIER):
        desk, rng = SeatedApp(folder, evening).open_desk(seed=number), _chance(number)
        for topic in () if number else primer_topics():
            desk.write(PrimerRead(topic))
        _answer_all(desk, rng)
        desk.journal.close()


def _answer_all(desk: Desk, rng: Random) -> None:
    quiz = Quiz(desk, Wishes(limit=14), rng=rng)
    while (turn := quiz.next()) is not None:
        text = right_answer(turn.compiled.question, turn.ask) if rng.random() < SHARE_RIGHT else "?"
        quiz.answer(Given(text, seconds=rng.uniform(15, 60), final=True))


def _chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - shuffles options, guards nothing


def record(folder: Path) -> Console:
    """Return the console on which today's screen and two answers were recorded."""
    app = SeatedApp(folder, TODAY)
    with patch("click.getchar", lambda: "q"):
        run(app, [])
    app.console.record = False
    desk = app.open_desk(seed=1)
    quiz = Quiz(desk, Wishes(), rng=_chance(1))
    for item in (CHOICE, NUMBER):
        quiz.bring_forward(item)
    hand = Hand(quiz, app.console)
    with patch("click.getchar", hand.key), patch("builtins.input", hand.line):
        Player(app, quiz, open_suggester(app, NO_JUDGE)).play()
    desk.journal.close()
    return app.console


def picture() -> str:
    """Return the picture as SVG; the same each time, and without fonts from the network."""
    with TemporaryDirectory() as folder:
        live_through(Path(folder))
        console = record(Path(folder))
    form = re.sub(r" *@font-face \{\{.*?\}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    form = form.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")
    # some viewers drop the spaces at the start of a text otherwise
    form = form.replace("<svg ", '<svg xml:space="preserve" ')
    return console.export_svg(title="drill", theme=THEME, code_format=form, unique_id="drill")


def main() -> None:
    """Write the picture."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE
    path.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
