"""`drill kata watch`: judges each save with a worker that is warm, and shows the clock.

Leaves out what a save is (saves.py). A save that fails leaves no trace; one that passes is submitted.
"""

from contextlib import nullcontext
from time import sleep

from rich.console import RenderableType
from rich.text import Text

from drill.cli.app import App
from drill.cli.drills.saves import Saves
from drill.cli.drills.submitting import EXITS, page, say_submission
from drill.cli.keys import hangup_interrupts, key_within, keys_at_once
from drill.errors import DrillError, Exit
from drill.sessions.drilling import Drilling, Submission
from drill.sessions.reviewing import seconds_left
from drill.study.revealing import revealed
from drill.study.verdict import Verdict
from drill.ui.kata import HINT_PRICES, clock_words, head_view, verdict_view
from drill.ui.screen import Keys, Screen

POLL_SECONDS = 0.15


class Watch:
    """One kata watched until it passes or the learner leaves."""

    def __init__(self, app: App, drilling: Drilling, *, as_json: bool) -> None:
        """Start a worker ahead; nothing is judged yet."""
        self.app = app
        self.drilling = drilling
        self.saves = Saves(drilling.workspace.solution(drilling.kata.slug))
        self._source = b""
        self._verdict: Verdict | None = None
        self._as_json = as_json
        self._has_keys = app.is_interactive and not as_json
        self._screen = Screen(app.console, read_key=None)
        self._clock = ""
        app.exits.callback(drilling.judge.close)
        drilling.judge.warm()

    def run(self) -> int:
        """Watch until the end and return the exit code; Ctrl-C passes through."""
        self.drilling.open()
        with keys_at_once(self.app.stdin) if self._has_keys else nullcontext(), hangup_interrupts():
            try:
                while True:
                    self._tell_clock()
                    done = self._on_save()
                    if done is not None:
                        return self._finish(done)
                    self._on_key()
            except EOFError:
                return self._leave()

    def _leave(self) -> int:
        if self._has_keys:
            self.app.console.print()
        return Exit.NOT_PASSED

    def _finish(self, submission: Submission) -> int:
        self._clear_clock()
        say_submission(self.app, self.drilling, submission, as_json=self._as_json)
        return EXITS[submission.verdict.outcome]

    def _on_save(self) -> Submission | None:
        """Judge a save; a pass is submitted."""
        source = self.saves.fresh()
        if source is None:
            return None
        verdict = self.drilling.try_out(source)
        self._source, self._verdict = source, verdict
        if verdict.outcome == "passed":
            return self.drilling.submit(source, verdict)
        self.drilling.judge.warm()
        if self._as_json:
            self.app.say(f"{verdict.passed} of {len(verdict.checks)} passed; watching {self.saves.path.name}")
        else:
            self._show()
        return None

    def _show(self, note: str = "") -> None:
        """Show the newest verdict with as much as a first failure may show."""
        attempt = self.drilling.attempt
        parts: list[RenderableType] = [] if attempt is None else [self._head(), ""]
        verdict = self._verdict
        parts += [] if verdict is None else verdict_view(revealed(verdict, failed=0))
        self._clear_clock()
        self._screen.show([*parts, *(["", note] if note else [])], self._keys())

    def _head(self) -> Text:
        attempt = self.drilling.open()
        return head_view(self.drilling.kata.slug, attempt, seconds_left=self._seconds_left(), number=0)

    def _keys(self) -> Keys:
        if not self._has_keys:
            return ()
        attempt = self.drilling.attempt
        hints = 0 if attempt is None else attempt.hints
        price = [("h", f"hint ({HINT_PRICES[hints]})")] if attempt and hints < len(HINT_PRICES) else []
        return [*price, ("s", "submit"), ("q", "quit")]

    def _seconds_left(self) -> float | None:
        return seconds_left(self.drilling.attempt, self.drilling.desk.stamp().at)

    def _on_key(self) -> None:
        """Wait for a key as long as a look at the file may wait, and do what it says."""
        if not self._has_keys:
            sleep(POLL_SECONDS)
            return
        key = key_within(self.app.stdin, POLL_SECONDS).lower()
        if key == "q":
            raise EOFError
        if key == "h":
            self._hint()
        elif key == "s":
            self._submit()

    def _hint(self) -> None:
        try:
            number, text = self.drilling.hint()
            self._show(f"hint {number}: {text}")
        except DrillError as error:
            self._show(str(error))

    def _submit(self) -> None:
        """Submit the file as it was judged last; what did not pass is shown, and the watch goes on."""
        if self._verdict is None:
            return
        submission = self.drilling.submit(self._source, self._verdict)
        self._clear_clock()
        self._screen.show(page(self.drilling.kata.slug, submission), self._keys())

    def _tell_clock(self) -> None:
        """Write the clock over itself, on a terminal that can."""
        left = self._seconds_left()
        words = "untimed" if left is None else f"{clock_words(left)}{' left' if left >= 0 else ''}"
        watched = "watching" if self.saves.is_there else "waiting for"
        line = f"{words} · {watched} {self.saves.path.name}"
        if self._has_keys and line != self._clock:
            self._write(f"\r\x1b[K{line[: self.app.console.width - 1]}")
            self._clock = line

    def _clear_clock(self) -> None:
        if self._clock:
            self._write("\r\x1b[K")
        self._clock = ""

    def _write(self, text: str) -> None:
        self.app.stdout.write(text)
        self.app.stdout.flush()
