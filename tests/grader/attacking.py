"""Judges hostile files in a process of its own, and looks what each leaves behind: a line of JSON for each.

Leaves out what should have come of it: test_hostile.py runs `attacking.py WALL ROOT KATA TMP FILE...`.
"""

import json
import os
import socket
import sys
import sysconfig
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from drill.grader import judge as judging
from drill.grader import process
from drill.grader.isolation import Wall, walls
from drill.grader.judge import Judge, Task
from drill.study.limits import Limits

LIMITS = Limits(test_seconds=1.5, total_seconds=2.5, memory_mb=256, processes=64)
COOKIE = f"attacking-{os.getpid()}"
GRACE_SECONDS = 0.5


def main(wall: str, root: str, kata: str, tmp: str, *files: str) -> None:
    """Judge each file with right and with wrong answers."""
    tempfile.tempdir = tmp
    vars(process)["secrets"] = SimpleNamespace(token_hex=lambda _: COOKIE)
    standing: Sequence[Wall] = walls() if wall == "strongest" else walls()[-1:]
    vars(judging)["walls"] = lambda: standing
    task = Task("kata", Path(kata, "hidden.py"), ("scale", "largest", "Tally"), LIMITS)
    judge = Judge(task)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        known = {"ROOT": root, "KATA": kata, "TMP": tmp, "SITE": sysconfig.get_path("purelib")}
        known |= {"PID": str(os.getpid()), "PORT": str(listener.getsockname()[1])}
        # without a hurry: it says whether the kata is sound
        _judge(Judge(task._replace(limits=Limits())), known, (Path(kata, "right.py"),), "warm-up")
        before = _descriptors()
        for file in files:
            for answers in _answers(Path(file).read_text(encoding="utf-8")):
                _judge(judge, known, (Path(file), Path(kata, f"{answers}.py")), answers)
        _tell({"descriptors": [before, _descriptors()], "wall": judge.wall_name})


def _answers(attack: str) -> tuple[str, ...]:
    """Return which answers an attack is tried with: right ones, and wrong ones where it fails with none."""
    if "\nRIGHT = None\n" in attack:
        return ("wrong",)
    return ("right", "wrong") if '\nRIGHT = "passed"\n' in attack else ("right",)


def _judge(judge: Judge, known: dict[str, str], files: tuple[Path, ...], answers: str) -> None:
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    for name, value in known.items():
        source = source.replace(f"@{name}@", value)
    there = _files(known)
    verdict = judge.judge(source.encode())
    time_limit = time.monotonic() + GRACE_SECONDS
    while (left := _left(known, there)) and time.monotonic() < time_limit:
        time.sleep(0.02)
    line = {"name": files[0].stem, "answers": answers, "outcome": verdict.outcome, "left": left}
    _tell(line | {"verdict": msgspec.to_builtins(verdict)})


def _tell(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")


def _left(known: dict[str, str], there: set[str]) -> list[str]:
    return [f"process {pid}" for pid in _processes(known["TMP"])] + sorted(_files(known) ^ there)


def _processes(tmp: str) -> list[int]:
    """Return the processes that carry our cookie, that name our scratch folders, or that are our children."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            told = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
            parent = int((entry / "stat").read_bytes().rpartition(b")")[2].split()[1])
        except OSError:
            continue
        if COOKIE.encode() in told or f"{tmp}/drill-kata-".encode() in told or parent == os.getpid():
            found.append(int(entry.name))
    return found


def _files(known: dict[str, str]) -> set[str]:
    """Return the files of the kata, of the temporary folder, of this folder, and marked ones elsewhere."""
    ours = (Path(known["KATA"]), Path(known["TMP"]), Path.cwd())
    shared = ("/tmp", "/dev/shm", "/var/tmp", f"{known['ROOT']}/drill", "/")
    marked = [path for folder in shared for path in Path(folder).glob("drill-hostile-*")]
    return {str(path) for path in (*(p for folder in ours for p in folder.rglob("*")), *marked)}


def _descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


if __name__ == "__main__":
    main(*sys.argv[1:])
