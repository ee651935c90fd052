"""Does one thing with a journal again and again, and each time another call to the system fails or kills it.

Run with faults.c preloaded: `faults.py SCENE ERRNO STEP FOLDER`, ERRNO 0 to kill, STEP 1 for every call;
prints a line of JSON a try. Leaves out what should have come of it (test_faults.py).
"""

import ctypes
import errno
import json
import mmap
import os
import shutil
import signal
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from drill.errors import DrillError
from drill.sessions.backing import back_up
from drill.store import files, recovery, wal  # noqa: F401 - imported late elsewhere, and nothing is imported when armed
from drill.store.backups import dated, prepare
from drill.store.files import Files
from drill.store.journal import Journal
from drill.store.snapshot import Snapshot
from drill.study.journal import Entry, Noted, Stamp
from drill.study.question import ItemId

shim = ctypes.CDLL(None)
DAY = date(2026, 5, 4)
STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 120, DAY)
ids = count(1)
Ack = Callable[[str], None]


def fold(before: Snapshot | None, entry: Entry) -> Snapshot:
    seen = 0 if before is None else int(before.body)
    return Snapshot(ItemId("kv-1"), DAY, DAY, DAY, suspended=False, body=b"%d" % (seen + 1))


def opened(path: Path, lines: list[str]) -> Journal:
    return Journal.open(
        path,
        new_device=lambda: "laptop",
        new_id=lambda: f"id-{os.getpid()}-{next(ids)}",
        timeout_seconds=0.2,
        tell=lines.append,
    )


def answer(journal: Journal, ack: Ack, times: int) -> None:
    for _ in range(times):
        body = Noted(ItemId("kv-1"), "2 for K and V, " * 60)
        ack(journal.append_folded(STAMP, body, fold).id)


def nothing(path: Path, ack: Ack) -> None:
    """Lay nothing: the first start of all."""


def closed(path: Path, ack: Ack) -> None:
    with opened(path, []) as journal:
        answer(journal, ack, 12)


def left_behind(path: Path, ack: Ack) -> None:
    """A drill was killed when all of its log was in the file already: the log is begun anew from its head."""
    child = os.fork()
    if not child:
        journal = opened(path, [])
        answer(journal, ack, 12)
        journal._database.rows("pragma wal_checkpoint(full)")
        os._exit(0)
    os.waitpid(child, 0)


def with_backups(path: Path, ack: Ack) -> None:
    closed(path, ack)
    for ago in range(1, 16):
        backup = dated(path, DAY - timedelta(days=ago))
        prepare(backup)
        backup.write_bytes(path.read_bytes())


def damaged(path: Path, ack: Ack) -> None:
    """Half of it is not in the backup, and the file has lost its first pages."""
    closed(path, ack)
    backup = dated(path, DAY)
    prepare(backup)
    shutil.copyfile(path, backup)
    left_behind(path, ack)
    path.write_bytes(b"\0" * 3 * 4096 + path.read_bytes()[3 * 4096 :])
    log = Files(path).log
    log.write_bytes(log.read_bytes().replace(b"2 for K and V", b"2 for K and W", 1))


def append(path: Path, ack: Ack) -> None:
    with opened(path, []) as journal:
        answer(journal, ack, 3)


def copy(path: Path, ack: Ack) -> None:
    with opened(path, []) as journal:
        answer(journal, ack, 1)
        back_up(journal, DAY, None)


def restore(path: Path, ack: Ack) -> None:
    opened(path, []).close()


class Scene(NamedTuple):
    """What is laid before, unarmed, and what is then done."""

    lay: Callable[[Path, Ack], None]
    do: Callable[[Path, Ack], None]


SCENES = {
    "first start": Scene(nothing, append),
    "append": Scene(closed, append),
    "append to a log begun anew": Scene(left_behind, append),
    "backup": Scene(with_backups, copy),
    "restore": Scene(damaged, restore),
}


class Slate:
    """Memory that children share and that outlives them: writing to a file is what must fail."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 1 << 18)

    def write(self, line: str) -> None:
        self._memory.seek(self._memory.find(b"\0"))
        self._memory.write(line.encode() + b"\n")

    def read(self) -> list[str]:
        text = self._memory[: self._memory.find(b"\0")].decode()
        self._memory.close()
        return text.split("\n")[:-1]


def laid(scene: Scene, path: Path) -> list[str]:
    """Lay a scene and return what was acknowledged in it."""
    path.parent.mkdir()
    slate = Slate()
    scene.lay(path, slate.write)
    return slate.read()


def tried(
    scene: Scene, path: Path, calls: int, failure: int, acknowledged: list[str]
) -> dict[str, Any] | None:
    """Do it with the call after so many struck; None once there are no so many calls."""
    slate = Slate()
    child = os.fork()
    if not child:
        shim.faults_arm(ctypes.c_long(calls), failure)
        try:
            scene.do(path, slate.write)
        except DrillError as error:
            slate.write(f"error: {error}")
        except BaseException as error:
            slate.write(f"bug: {error!r}")
        os._exit(0 if shim.faults_seen() > calls else 3)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 3:
        return None
    lines = slate.read()
    said = [line for line in lines if line.startswith(("error: ", "bug: "))]
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    return {"killed": killed, "said": said, **after(path, {*acknowledged, *lines} - set(said))}


def after(path: Path, acknowledged: set[str]) -> dict[str, Any]:
    """Return what the next start, without a fault, makes of it."""
    told: list[str] = []
    with opened(path, told) as journal:
        kept = [entry.id for entry in journal.entries()]
        lost = sorted(acknowledged - set(kept))
        snapshot = journal.snapshot(ItemId("kv-1"))
        is_folded = snapshot is None or int(snapshot.body) == len(kept) or journal.fold() is None
        counters = [entry.counter for entry in journal.entries()]
        result = {
            "acknowledged": len(acknowledged),
            "more": len(kept) - len(acknowledged),
            "lost": lost,
            "faults": journal.check(),
            "folded": is_folded,
            "counters": counters == list(range(1, len(counters) + 1)),
            "told": told,
        }
        append(path, lambda _: None)
    left = sorted(file.name for file in path.parent.iterdir())
    return {**result, "suspect": Files(path).suspect.exists(), "left": left}


def main() -> None:
    scene, failure, step, folder = SCENES[sys.argv[1]], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    before, data = folder / "laid", folder / "data"
    acknowledged = laid(scene, before / "journal.db")
    for calls in count(0, step):
        shutil.rmtree(data, ignore_errors=True)
        shutil.copytree(before, data)
        result = tried(scene, data / "journal.db", calls, failure, acknowledged)
        if result is None:
            return
        sys.stdout.write(json.dumps({"calls": calls, **result}) + "\n")


def lock_failures() -> None:
    """Print what opening says where no lock can be had, as on some network disks, and what it changed."""
    path = Path(sys.argv[4]) / "data" / "journal.db"
    closed(path, lambda _: None)
    before = path.read_bytes()
    for failure in (errno.ENOLCK, errno.EACCES, errno.EIO, errno.EOPNOTSUPP):
        shim.faults_fail_locks(failure)
        try:
            opened(path, []).close()
            said = "opened"
        except DrillError as error:
            said = str(error)
        shim.faults_fail_locks(0)
        same = path.read_bytes() == before
        sys.stdout.write(json.dumps({"errno": errno.errorcode[failure], "said": said, "same": same}) + "\n")


if __name__ == "__main__":
    lock_failures() if sys.argv[1] == "locks" else main()
