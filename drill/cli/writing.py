"""Writes a document to the file that a command was given, or to stdout for `-`.

Leaves out what stands in it.
"""

from pathlib import Path

from drill.cli.app import App
from drill.errors import MissingError, UsageError


def write_text(app: App, path: Path, text: str) -> None:
    """Write a document and say so; MissingError when the file can't be written."""
    if str(path) == "-":
        app.write_utf8(text)
    else:
        write_bytes(app, path, text.encode())


def write_bytes(app: App, path: Path, document: bytes) -> None:
    """Write a document to a file and say so; MissingError when it can't be written."""
    keep_own(app, path)
    try:
        path.write_bytes(document)
    except OSError as error:
        raise MissingError(
            f"{path}: can't be written ({error.strerror}); name a file in a folder that you can write to"
        ) from None
    then = "; open it in a browser" if path.suffix == ".html" else ""
    app.console.print(f"{path}: written{then}", soft_wrap=True)


def keep_own(app: App, path: Path) -> None:
    """Raise UsageError for a file that no document may take the place of: journal, backup, own questions."""
    from drill.store.backups import is_backup

    own = (app.paths.own_bank, app.paths.added_banks, app.paths.draft)
    try:
        is_own = path.exists() and (is_backup(path) or path.resolve() in {one.resolve() for one in own})
    except OSError:
        # the writing says what is wrong
        return
    if is_own:
        raise UsageError(f"{path}: drill keeps answers or questions of yours there; name another file")
