"""Finds and kills what a worker left behind, where no namespace does it: by cookie, or as our orphan.

Leaves out machines without /proc: there the process group was killed, and that is all there is.
"""

import ctypes
import os
import signal
import time
from contextlib import suppress
from pathlib import Path

_SET_CHILD_SUBREAPER = 36
_ROUNDS = 50
_PAUSE_SECONDS = 0.005
_PROC = Path("/proc")


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
