"""Finds and kills what a worker left behind, where no namespace does it: by cookie, or as our orphan.

Leaves out machines without /proc: there the process group was killed, and that is all there is.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

_SET_CHILD_SUBREAPER = 36
_ROUNDS = 50
_PAUSE_SECONDS = 0.005
_PROC = Path("/proc")
SCRATCH_PREFIX = "drill-kata-"


def adopt_orphans() -> frozenset[int]:
    """Become the parent of every orphan among our descendants; return the children we have now."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    return frozenset(_children())


def sweep(cookie: str, ours: frozenset[int]) -> None:
    """Kill each process with the cookie in its environment and each child that is not `ours`.

    A daemon that forks twice and clears its environment is an orphan, and so a child of ours.
    """
    mark = f"DRILL_WORKER={cookie}".encode()
    for _ in range(_ROUNDS):
        found = [pid for pid in _pids() if _carries(pid, mark)] + [p for p in _children() if p not in ours]
        if not found:
            return
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        time.sleep(_PAUSE_SECONDS)


def remove(folder: Path) -> None:
    """Remove a folder whose owner is dead, however deep or shut it was left."""
    for _ in range(_ROUNDS):
        # one call deeper for each folder: a tree of thousands is for rm
        with suppress(RecursionError):
            shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
            subprocess.run([*command, "--", folder], stderr=subprocess.DEVNULL, check=False)  # noqa: S603
        # a worker in a namespace may take its last breath after its parent was seen to end
        time.sleep(_PAUSE_SECONDS)


def remove_stale(parent: Path) -> None:
    """Remove the scratch folders of our judges that were killed before they could: their process is gone."""
    for folder in parent.glob(f"{SCRATCH_PREFIX}*"):
        owner = folder.name.removeprefix(SCRATCH_PREFIX).partition("-")[0]
        if owner.isdigit() and not is_running(int(owner)) and _is_ours(folder):
            remove(folder)


def _is_ours(folder: Path) -> bool:
    try:
        return folder.lstat().st_uid == os.getuid()
    except FileNotFoundError:  # another drill was faster
        return False


def is_running(pid: int) -> bool:
    """Whether a process of this number is there, whoever's it is."""
    # on Windows the question itself would end the process
    if sys.platform == "win32":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _pids() -> list[int]:
    return [int(entry.name) for entry in _PROC.iterdir() if entry.name.isdigit()] if _PROC.is_dir() else []


def _children() -> list[int]:
    us = str(os.getpid()).encode()
    return [pid for pid in _pids() if _parent(pid) == us]


def _parent(pid: int) -> bytes:
    try:
        # the name before the last bracket may hold anything; state and parent follow it
        return (_PROC / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()[1]
    except (OSError, IndexError):
        return b""


def _carries(pid: int, mark: bytes) -> bool:
    try:
        return mark in (_PROC / str(pid) / "environ").read_bytes().split(b"\0")
    except OSError:
        return False
