"""The outside world as one value: clock, chance, folders, environment, streams, console.

The only place that reads the clock. Leaves out every decision.
"""

import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TextIO

from drill.cli.folders import user_folders
from drill.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from drill.sessions.desk import Desk
    from drill.store.journal import Journal


class Paths(NamedTuple):
    """Where drill keeps what is the learner's (data) and what it can make again (cache)."""

    data: Path
    cache: Path

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self.data / "journal.db"

    @property
    def own_bank(self) -> Path:
        """The bank that `drill add` writes."""
        return self.data / "own.yaml"

    @property
    def added_banks(self) -> Path:
        """The list of banks added by `drill bank add`, one path a line."""
        return self.data / "banks.txt"

    @property
    def katas(self) -> Path:
        """The workspace, unless the setting of that name says another."""
        return self.data / "katas"

    @property
    def attempts(self) -> Path:
        """Every attempt at a kata: submitted, given up, or replaced by a starter."""
        return self.data / "attempts"

    @property
    def models(self) -> Path:
        """Models that were fetched, and the list of those added."""
        return self.data / "models"

    @property
    def kernels(self) -> Path:
        """Machine code of the inference core's kernels."""
        return self.cache / "kernels"

    @property
    def nearness(self) -> Path:
        """Vectors of the questions' prompts, for `drill find`."""
        return self.cache / "nearness"

    @property
    def draft(self) -> Path:
        """An interview answer that is typed and not yet recorded."""
        return self.data / "draft.json"

    @property
    def doubts(self) -> Path:
        """Questions that the learner holds to be wrong, to be sent to their authors."""
        return self.data / "doubtful-questions.md"

    @property
    def log(self) -> Path:
        """Where the traceback of a bug is kept."""
        return self.data / "bug.log"


def default_paths(env: Mapping[str, str]) -> Paths:
    """Return the folders of this user: DRILL_HOME, else what the platform has for such files."""
    home = env.get("DRILL_HOME")
    if home:
        return Paths(Path(home), Path(home) / "cache")
    return Paths(*user_folders(env, sys.platform))


class App:
    """What commands get instead of globals; tests build their own."""

    def __init__(
        self,
        *,
        env: Mapping[str, str],
        stdin: TextIO,
        stdout: TextIO,
        stderr: TextIO,
        paths: Paths | None = None,
    ) -> None:
        """Keep the outside world; nothing is opened yet. Without `paths` the environment gives them."""
        self.env = env
        self._paths = paths
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr
        self._console: Console | None = None
        # once it is open; SQLite's locks allow one a process
        self.journal: Journal | None = None
        # what a command opened and the root closes when it is done
        self.exits = ExitStack()

    @classmethod
    def of_this_process(cls) -> "App":
        """Return the app of the running process."""
        return cls(
            env=os.environ,
            stdin=sys.stdin,
            stdout=sys.stdout,
            stderr=sys.stderr,
        )

    @property
    def paths(self) -> Paths:
        """The learner's folders, looked up when they are first asked for: `--version` needs none."""
        self._paths = self._paths or default_paths(self.env)
        return self._paths

    def now(self) -> datetime:
        """Return the local time with its UTC offset; DRILL_NOW puts a fixed one in its place."""
        fixed = self.env.get("DRILL_NOW")
        if not fixed:
            return datetime.now().astimezone()
        try:
            at = datetime.fromisoformat(fixed)
        except ValueError:
            at = None
        if at is None or at.utcoffset() is None:
            raise UsageError(f"DRILL_NOW takes a time such as 2026-12-10T09:00+01:00, not `{fixed}`")
        return at

    def seconds(self) -> float:
        """Return a clock for durations; it stands still while DRILL_NOW does."""
        return 0.0 if self.env.get("DRILL_NOW") else time.monotonic()

    def rng(self, seed: int | None = None) -> Random:
        """Return a source of chance; without a seed it is a different one each time."""
        return Random(seed)  # noqa: S311 - shuffles options, guards nothing

    @property
    def is_interactive(self) -> bool:
        """Whether someone sits at both ends."""
        return self.stdin.isatty() and self.stdout.isatty()

    @property
    def console(self) -> "Console":
        """The console on stdout."""
        if self._console is None:
            from drill.ui.console import make_console

            self._console = make_console(self.stdout, self.env)
        return self._console

    def print_json(self, document: object) -> None:
        """Print one JSON document on stdout and nothing else."""
        import msgspec

        self.write_utf8(msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n")

    def write_utf8(self, text: str) -> None:
        """Write what a program will read to stdout: in UTF-8, whatever the terminal shows."""
        binary = getattr(self.stdout, "buffer", None)
        if binary is None:
            self.stdout.write(text)
            return
        self.stdout.flush()
        binary.write(text.encode())

    def lines(self) -> Iterator[bytes]:
        """Yield the lines of stdin as they came, none where it is closed."""
        binary = getattr(self.stdin, "buffer", None)
        yield from binary or (line.encode() for line in self.stdin or ())

    def say(self, line: str) -> None:
        """Print one line that is no result: on stderr; names and texts of others steer no terminal."""
        from drill.study.text import harmless

        self.stderr.write(f"drill: {harmless(line)}\n")

    def open_desk(self, *, seed: int | None = None) -> "Desk":
        """Open the learner's desk: banks, journal, settings. Lines about set-aside questions go to stderr."""
        from drill.cli.opening import open_desk

        return open_desk(self, seed=seed)
