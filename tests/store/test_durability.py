"""What was acknowledged is on disk: four writers at once, and a writer killed at random moments."""

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from drill.store.journal import Journal

WRITER = """
import sys
from datetime import UTC, date, datetime
from pathlib import Path
from uuid import uuid4
from drill.store.journal import Journal
from drill.store.snapshot import Snapshot
from drill.study.journal import Noted, Stamp
from drill.study.question import ItemId

day = date(2026, 5, 4)
stamp = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, day)
body = Noted(ItemId("kv-1"), "2 for K and V")

def fold(before, entry):
    seen = 0 if before is None else int(before.body)
    return Snapshot(body.item, day, day, day, suspended=False, body=b"%d" % (seen + 1))

new = lambda: uuid4().hex
with Journal.open(Path(sys.argv[1]), new_device=new, new_id=new, timeout_seconds=60) as journal:
    for _ in range(int(sys.argv[2])):
        print(journal.append_folded(stamp, body, fold).id, flush=True)
"""


def start_writer(path: Path, entries: int) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", WRITER, str(path), str(entries)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def complete_lines(text: str) -> list[str]:
    """Return the acknowledged ids; the kill may have cut the last line."""
    return text.split("\n")[:-1]


def test_four_writers_at_once_lose_nothing(path: Path) -> None:
    writers = [start_writer(path, 100) for _ in range(4)]
    acknowledged = [id_ for writer in writers for id_ in complete_lines(writer.communicate(timeout=120)[0])]
    assert [writer.returncode for writer in writers] == [0] * 4
    with Journal.open(path, new_device=str, new_id=str) as journal:
        entries = list(journal.entries())
        assert [entry.counter for entry in entries] == list(range(1, 401))
        assert {entry.id for entry in entries} == set(acknowledged)
        assert [snapshot.body for snapshot in journal.snapshots()] == [b"400"]
        assert journal.check() == []


def test_a_killed_writer_has_lost_nothing_it_acknowledged(path: Path) -> None:
    random = Random(4)
    acknowledged: set[str] = set()
    for _ in range(30):
        with start_writer(path, 1_000_000) as writer:
            assert writer.stdout is not None
            # from the second round on, some are killed while they start
            if not acknowledged or random.random() < 0.8:
                acknowledged.add(writer.stdout.readline().strip())
            time.sleep(random.uniform(0, 0.06))
            writer.kill()
            acknowledged.update(complete_lines(writer.stdout.read()))
        with Journal.open(path, new_device=str, new_id=str) as journal:
            kept = {entry.id for entry in journal.entries()}
            assert acknowledged <= kept
            assert [snapshot.body for snapshot in journal.snapshots()] == [b"%d" % len(kept)]
            assert journal.check() == []
