"""Text files of a person's own: read whole, as UTF-8, with one line said when that can't be.

Leaves out what stands in them.
"""

import io
from pathlib import Path

from drill.errors import ContentError

MOST_BYTES = 5 * 1024 * 1024


def open_file(path: Path) -> io.FileIO:
    """Open a file of at most 5 MiB; ContentError when it is missing, no file, too large or forbidden."""
    try:
        if not path.exists():
            raise ContentError(f"{path}: no such file; check the path")
        if not path.is_file():
            raise ContentError(f"{path}: not a file; name a YAML or Markdown file")
        if path.stat().st_size > MOST_BYTES:
            raise ContentError(f"{path}: larger than 5 MiB; split the file")
        return io.FileIO(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ContentError(f"{path}: can't be read ({reason}); check the path and its permissions") from None


def read_bytes(path: Path) -> bytes:
    """Read a file whole; errors as open_file."""
    with open_file(path) as file:
        return file.readall()


def read_text(path: Path) -> str:
    """Read a UTF-8 file, with or without a byte order mark; errors as read_bytes, or not UTF-8."""
    return decode(read_bytes(path), str(path))


def decode(content: bytes, name: str) -> str:
    """Turn UTF-8 into text; ContentError names the line and the byte, from 0, that is not UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ContentError(
            f"{name}:{line}: byte {error.start} is not UTF-8; save the file as UTF-8"
        ) from None
