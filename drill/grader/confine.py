"""What the worker does to itself before any learner's code: limits, Landlock, a finder that refuses imports.

Loaded by its path inside the worker. Leaves out namespaces: the judge starts the worker in them.
"""

import ctypes
import os
import resource
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

_READ_ONLY = (
    "/dev/null",
    "/dev/zero",
    "/dev/urandom",
    "/dev/random",
    "/etc/localtime",
    "/usr/share/zoneinfo",
)
_NOT_STDLIB = {"site-packages", "dist-packages"}
_CREATE_RULESET, _RESTRICT_SELF = 444, 446
_BIND_TCP, _CONNECT_TCP = 1, 2
_ABSTRACT_SOCKET, _SIGNAL = 1, 2
_MAPS = Path("/proc/self/maps")
PAGE_BYTES = resource.getpagesize()


class Importer:
    """Refuses every top-level package but the standard library's, numpy and the solution's own name."""

    def __init__(self, also: Iterable[str]) -> None:
        """Allow these names beside the standard library."""
        self._allowed = {*sys.stdlib_module_names, "numpy", *also}

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Raise ImportError for a name that is not allowed; find nothing itself."""
        top = name.partition(".")[0]
        if top not in self._allowed:
            raise ImportError(f"`{top}` is not there: a solution has the standard library and numpy")
        return None


def limit(*, memory_bytes: int, file_bytes: int, processes: int, cpu_seconds: int, private_ids: bool) -> None:
    """Set this process's limits; memory counts on top of what it has now.

    Processes are limited only where user ids are private to the worker: elsewhere the kernel counts all
    processes of the user.
    """
    limits = {
        resource.RLIMIT_AS: _mapped_bytes() + memory_bytes,
        resource.RLIMIT_FSIZE: file_bytes,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: cpu_seconds,
    }
    if private_ids:
        limits[resource.RLIMIT_NPROC] = processes
    for kind, value in limits.items():
        # a hard limit below ours stays as it is
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (value, value))


def _mapped_bytes() -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * PAGE_BYTES
    except OSError:
        return 1 << 30


def lock_files(landlock: Any, *, scratch: Path, packages: Sequence[Path]) -> None:
    """Let this process read the interpreter, system libraries and `scratch`, and write only there."""
    access = landlock.FSAccess
    look = access.READ_FILE | access.READ_DIR
    rules = landlock.Ruleset()
    for path in _readable(packages):
        with suppress(OSError):
            rules.allow(str(path), rules=look if path.is_dir() else access.READ_FILE)
    # names alone: without them Python's finder finds nothing once it looks again
    for root in _stdlib():
        rules.allow(str(root), rules=access.READ_DIR)
    for device in _READ_ONLY:
        with suppress(OSError):
            rules.allow(device, rules=look if Path(device).is_dir() else access.READ_FILE)
    with suppress(OSError):
        rules.allow("/dev/null", rules=access.READ_FILE | access.WRITE_FILE)
    rules.allow(str(scratch))
    rules.apply()


def _readable(packages: Sequence[Path]) -> list[Path]:
    """Return the standard library without what is installed beside it, the packages, loaded libraries."""
    inside = [path for root in _stdlib() for path in root.iterdir()]
    return [path for path in inside if path.name not in _NOT_STDLIB] + [*packages, *_library_folders()]


def _stdlib() -> list[Path]:
    roots = {Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
    return sorted(root for root in roots if root.is_dir())


def scope(version: int) -> None:
    """Shut in signals, abstract sockets and TCP, as far as this version of Landlock can.

    The package knows files only. The numbers are the kernel's (linux/landlock.h), and every layer adds up.
    """
    network = _BIND_TCP | _CONNECT_TCP if version >= 4 else 0
    scoped = _ABSTRACT_SOCKET | _SIGNAL if version >= 6 else 0
    if not network:
        return
    system = ctypes.CDLL(None, use_errno=True).syscall
    # no files: the third field came with version 6
    fields = (0, network, scoped) if scoped else (0, network)
    attributes = (ctypes.c_uint64 * len(fields))(*fields)
    ruleset = system(_CREATE_RULESET, attributes, ctypes.sizeof(attributes), 0)
    if ruleset >= 0:
        system(_RESTRICT_SELF, ruleset, 0)
        os.close(ruleset)


def _library_folders() -> list[Path]:
    """Return the shared libraries beside those loaded now: others may follow.

    A folder that holds Python too, as in conda or Fedora, is not opened whole: packages lie below it.
    """
    try:
        lines = _MAPS.read_text().splitlines()
    except OSError:
        return []
    files = {Path(line.split(maxsplit=5)[-1]) for line in lines if ".so" in line and "/" in line}
    folders = {file.parent for file in files if not _NOT_STDLIB & set(file.parts)}
    whole = {folder for folder in folders if not any(root.is_relative_to(folder) for root in _stdlib())}
    return sorted(whole.union(*(folder.glob("*.so*") for folder in folders - whole)))


def drop_paths() -> None:
    """Leave the standard library alone on the import path, and no environment to speak of."""
    stdlib = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    sys.path[:] = [
        entry
        for entry in sys.path
        if any(entry == root or entry.startswith(f"{root}/lib-dyn") for root in stdlib)
    ]
    for name in list(os.environ):
        if name not in (
            "PATH",
            "LANG",
            "LC_ALL",
            "OPENBLAS_NUM_THREADS",
            "OMP_NUM_THREADS",
            "MKL_NUM_THREADS",
        ):
            del os.environ[name]
