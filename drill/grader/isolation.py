"""How a worker is walled off on this machine: namespaces, Landlock, or what there is of them.

Leaves out the walls themselves (confine.py) and starting a worker (process.py).
"""

import shutil
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from drill.errors import MissingError

_NAMESPACES = (
    "--user",
    "--map-root-user",
    "--pid",
    "--mount",
    "--net",
    "--ipc",
    "--fork",
    "--kill-child=KILL",
)


class Wall(NamedTuple):
    """One way to start a worker: a command before the interpreter, and whether Landlock is put on."""

    name: str
    command: tuple[str, ...]
    landlock: bool

    @property
    def private_ids(self) -> bool:
        """Whether the worker has a user namespace of its own, where its processes can be counted."""
        return bool(self.command)


def walls() -> Sequence[Wall]:
    """Return the ways to try, strongest first; the last one always starts."""
    if sys.platform == "win32":
        raise MissingError("coding drills need Linux or macOS; on Windows run drill inside WSL")
    has_landlock = landlock_version() > 0
    unshare = shutil.which("unshare")
    found = []
    if unshare and sys.platform == "linux":
        command = (unshare, *_NAMESPACES)
        name = "namespaces and Landlock" if has_landlock else "namespaces"
        found.append(Wall(name, command, has_landlock))
    found.append(Wall("Landlock and a sweep" if has_landlock else "a sweep", (), has_landlock))
    return found


def landlock_version() -> int:
    """Return the kernel's Landlock version, 0 where it has none."""
    if find_spec("landlock") is None:
        return 0
    import landlock

    try:
        return int(landlock.landlock_abi_version())
    except (OSError, landlock.LandlockError):
        return 0


def package_folder(name: str) -> Path:
    """Return the folder that holds an installed package."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise MissingError(f"the package {name} is not installed; install drill again")
    return Path(spec.origin).parent
