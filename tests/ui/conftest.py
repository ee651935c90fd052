"""Someone at a terminal: keys in, pages out, over one bank with a question of each kind.

Leaves out what a real terminal adds (cli/test_terminal.py).
"""

import io
from pathlib import Path

import click
import pytest
from rich.cells import cell_len
from rich.console import Console

from drill.cli.app import App, Paths
from drill.cli.main import run
from drill.ui.console import make_console

DAY = "2026-12-10T09:00:00+01:00"


class SeatedApp(App):
    """An app with someone at both ends, on a terminal that can't be cleared: pages follow one another."""

    width = 80

    @property
    def is_interactive(self) -> bool:
        return True

    @property
    def console(self) -> Console:
        return make_console(self.stdout, self.env, width=self.width)


class Seat:
    """Runs commands with strokes (a key, or a typed line) and keeps what stood there at each of them."""

    def __init__(self, paths: Paths) -> None:
        self.paths = paths
        self.width = 80
        self._strokes: list[str] = []
        self._out = io.StringIO()
        self._pages: list[str] = []

    def key(self) -> str:
        """Stand in for click.getchar."""
        self._turn_page()
        return self._strokes.pop(0)

    def line(self, prompt: str) -> str:
        """Stand in for input()."""
        self._out.write(prompt + self._strokes[0] + "\n")
        self._turn_page()
        return self._strokes.pop(0)

    def _turn_page(self) -> None:
        self._pages.append(self._out.getvalue())
        self._out.seek(0)
        self._out.truncate()

    def run(self, *args: str, strokes: tuple[str, ...] = (), now: str = DAY) -> list[str]:
        """Return the pages; the last one is what stood there at the end."""
        self._strokes, self._pages = list(strokes), []
        err = io.StringIO()
        app = SeatedApp(
            env={"DRILL_NOW": now}, paths=self.paths, stdin=io.StringIO(), stdout=self._out, stderr=err
        )
        app.width = self.width
        code = run(app, list(args))
        self._turn_page()
        log = self.paths.log.read_text() if self.paths.log.exists() else ""
        assert err.getvalue() + log == ""
        assert code in {0, 1}
        assert self._strokes == []
        return self._pages

    def screens(self, *args: str, strokes: tuple[str, ...] = (), now: str = DAY) -> str:
        """Return the pages as one text, a rule between them; each fits and can steer no terminal."""
        pages = self.run(*args, strokes=strokes, now=now)
        rule = "=" * self.width
        text = f"\n{rule}\n".join("\n".join(map(str.rstrip, page.splitlines())) for page in pages)
        assert "\x1b" not in text
        too_wide = [line for line in text.splitlines() if cell_len(line) > self.width]
        assert too_wide == []
        return text


@pytest.fixture
def seat(home: Path, cache: Path, toy_banks: None, monkeypatch: pytest.MonkeyPatch) -> Seat:
    """A seat whose learner was asked the first questions and has read the primers."""
    seated = Seat(Paths(home, cache))
    monkeypatch.setattr(click, "getchar", seated.key)
    monkeypatch.setattr("builtins.input", seated.line)
    seated.run("config", "minutes", "20")
    seated.run("quiz", "--seed", "1", strokes=("\r", "q"))
    return seated


@pytest.fixture(params=[40, 80, 120])
def width(request: pytest.FixtureRequest, seat: Seat) -> int:
    """Narrow, usual and wide."""
    seat.width = int(request.param)
    return seat.width
