"""The folders in which this platform keeps a program's data and caches.

Leaves out DRILL_HOME (app.py). No library is asked: importing one is a tenth of the way to a question.
"""

from collections.abc import Mapping
from pathlib import Path

from drill.errors import MissingError


def user_folders(env: Mapping[str, str], platform: str) -> tuple[Path, Path]:
    """Return the folders for drill's data and its cache; `platform` is a value of sys.platform.

    MissingError where they lie in a home folder and none is known.
    Source: XDG Base Directory Specification 0.8; Apple, File System Programming Guide; Windows Known Folders.
    """
    if platform == "win32":
        local = Path(env.get("LOCALAPPDATA") or _home() / "AppData" / "Local") / "drill"
        return local, local / "Cache"
    if platform == "darwin":
        library = _home() / "Library"
        return library / "Application Support" / "drill", library / "Caches" / "drill"
    return _xdg(env, "XDG_DATA_HOME", ".local/share"), _xdg(env, "XDG_CACHE_HOME", ".cache")


def _xdg(env: Mapping[str, str], name: str, default: str) -> Path:
    given = Path(env.get(name, ""))
    # the specification has relative paths ignored
    return (given if given.is_absolute() else _home() / default) / "drill"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:
        raise MissingError("no home folder is known; set HOME or DRILL_HOME") from error
