"""What a solution prints: read as it comes, kept head and tail, and counted.

Leaves out ending a worker that prints too much: closing the pipe on it does.
"""

import os
import threading

_HEAD = _TAIL = 4096


def cut(text: str, dropped: int) -> tuple[str, int]:
    """Return head and tail of what several workers printed, and how many bytes or characters are missing."""
    beyond = len(text) - 2 * (_HEAD + _TAIL)
    if beyond <= 0:
        return text, dropped
    middle = f"\n[{beyond:,} more dropped]\n"
    return text[: 2 * _HEAD] + middle + text[-2 * _TAIL :], dropped + beyond


class Output:
    """The read side of a worker's stdout and stderr. Beyond `most` bytes the pipe is closed."""

    def __init__(self, most: int) -> None:
        """Open a pipe; `begin` starts reading once the worker has its end."""
        self._most = most
        self._read_end, self.write_end = os.pipe()
        self._head = bytearray()
        self._tail = bytearray()
        self.total = 0
        self._thread = threading.Thread(target=self._drain, daemon=True)

    def begin(self) -> None:
        """Close our copy of the worker's end, and read until the worker's copies are closed too."""
        os.close(self.write_end)
        self._thread.start()

    def _drain(self) -> None:
        while part := os.read(self._read_end, 1 << 16):
            self.total += len(part)
            room = _HEAD - len(self._head)
            self._head += part[:room]
            self._tail = (self._tail + part[room:])[-_TAIL:]
            if self.is_over:
                break
        os.close(self._read_end)

    @property
    def is_over(self) -> bool:
        """Whether more was printed than is allowed."""
        return self.total > self._most

    @property
    def dropped(self) -> int:
        """How many bytes between head and tail were not kept."""
        return self.total - len(self._head) - len(self._tail)

    def text(self) -> str:
        """Return what was kept; between head and tail a line that says how much is missing."""
        head, tail = (bytes(part).decode("utf-8", "replace") for part in (self._head, self._tail))
        return f"{head}\n[{self.dropped:,} bytes dropped]\n{tail}" if self.dropped else head + tail

    def finish(self) -> None:
        """Wait for the reader: every writer is dead by now."""
        self._thread.join(1.0)
