"""A real terminal of a given size: keys in, the screen as a person sees it out.

Leaves out what the pages say (tests/ui).
"""

import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest

PATIENCE = 20.0
TOYS = Path(__file__).resolve().parents[1] / "ui" / "tree"
# drill with the small banks in the place of the shipped ones
WITH_TOYS = f"""
from pathlib import Path
from drill.content import locate
locate._PACKAGE = Path({str(TOYS)!r}) / "drill"
from drill.cli.main import main
main()
"""


class Terminal:
    """One process of drill in a pseudo terminal; `raw` is all that it ever sent."""

    def __init__(self, child: Any, columns: int, rows: int) -> None:
        self.child = child
        self.raw = ""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._screen)

    @property
    def lines(self) -> list[str]:
        """What stands on the screen now, line by line."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def read(self, seconds: float = 0.05) -> bool:
        """Take in what has come; False once the process has closed its end."""
        try:
            sent = self.child.read_nonblocking(size=65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += sent
        self._stream.feed(sent)
        return True

    def wait_for(self, *words: str) -> str:
        """Return the first of the words that stands on the screen."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = [word for word in words if word in self.text]
            if found:
                return found[0]
            if not self.read() and not any(word in self.text for word in words):
                break
        raise AssertionError(f"none of {words} in:\n{self.text}")

    def press(self, keys: str, *then: str) -> str:
        """Press keys once they are waited for, then wait for one of the words."""
        self.settle()
        self.child.send(keys)
        return self.wait_for(*then) if then else ""

    def turn(self, keys: str) -> None:
        """Press keys and wait until something else stands on the screen."""
        before, end = len(self.raw), time.monotonic() + PATIENCE
        self.press(keys)
        while len(self.raw) == before and time.monotonic() < end:
            self.read()
        self.settle()

    def settle(self) -> None:
        """Wait until a page is drawn to its end and a key is waited for: what is typed before is lost."""
        end, known = time.monotonic() + PATIENCE, -1
        while time.monotonic() < end and (known < len(self.raw) or not self.waits):
            known = len(self.raw)
            if not self.read(0.03):
                return

    @property
    def waits(self) -> bool:
        """Whether drill reads single keys now."""
        return not termios.tcgetattr(self.child.child_fd)[3] & termios.ICANON

    def leave(self) -> int:
        """Wait for the end of the process and return its exit code."""
        end = time.monotonic() + PATIENCE
        while self.read() and time.monotonic() < end:
            pass
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus)


Open = Callable[..., Terminal]


@pytest.fixture
def terminal(process_env: dict[str, str]) -> Iterator[Open]:
    """Start drill in a terminal; all are closed at the end."""
    opened: list[Terminal] = []

    def start(
        *args: str, size: tuple[int, int] = (100, 30), env: dict[str, str] | None = None, toys: bool = True
    ) -> Terminal:
        columns, rows = size
        child = pexpect.spawn(
            sys.executable,
            [*(["-c", WITH_TOYS] if toys else ["-m", "drill"]), *args],
            env={**process_env, "DRILL_NOW": "2026-12-10T09:00:00+01:00", **(env or {})},
            dimensions=(rows, columns),
            encoding="utf-8",
            codec_errors="replace",
        )
        child.delaybeforesend = None
        opened.append(Terminal(child, columns, rows))
        return opened[-1]

    yield start
    for one in opened:
        one.child.close(force=True)
