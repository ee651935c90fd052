"""What `drill doctor` finds: what this machine gives, and whether the learner's data is sound.

Leaves out drawing it. Each finding was tried, not looked up.
"""

import platform
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile
from typing import Literal, NamedTuple

from drill.errors import DrillError
from drill.grader.isolation import landlock_version
from drill.grader.probe import Probe, probe
from drill.sessions.soundness import faults_in
from drill.store.backups import backups_of, fault_in, folder_of
from drill.store.journal import Journal

State = Literal["good", "weak", "bad"]


class Finding(NamedTuple):
    """One line: `weak` works with less protection, `bad` does not work."""

    name: str
    state: State
    says: str


def examine(
    data: Path, secret: Path, open_journal: Callable[[], Journal], *, full: bool = False
) -> list[Finding]:
    """Examine this machine; `secret` is a file that no solution may read, `full` reads every backup too."""
    return [
        Finding("python", "good", platform.python_version()),
        Finding("numpy", "good", version("numpy")),
        Finding("system", "good", f"{platform.system()} {platform.release()}"),
        _data_folder(data),
        _journal(open_journal),
        _backups(data / "journal.db", full=full),
        *_recovered(data / "recovered.log"),
        *_walls(secret),
    ]


def _data_folder(data: Path) -> Finding:
    try:
        data.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=data) as file:
            file.write(b"drill")
    except OSError as error:
        return Finding("data folder", "bad", f"{data}: can't be written ({error.strerror})")
    return Finding("data folder", "good", f"{data}: writable")


def _journal(open_journal: Callable[[], Journal]) -> Finding:
    try:
        journal = open_journal()
        faults, entries = faults_in(journal), journal.entry_count()
    except DrillError as error:
        return Finding("journal", "bad", str(error))
    says = f"{faults[0]}; the next start mends it" if faults else f"{entries:,} entries, sound"
    return Finding("journal", "bad" if faults else "good", says)


def _backups(journal: Path, *, full: bool) -> Finding:
    try:
        backups = backups_of(journal)
    except OSError as error:
        return Finding("backups", "bad", f"{folder_of(journal)}: can't be read ({error.strerror})")
    if not backups:
        return Finding("backups", "good", "none yet; one is made on each day with an answer")
    if not full:
        return Finding("backups", "good", f"{len(backups)}, the newest {backups[0].name}")
    found = {backup: fault_in(backup) for backup in backups}
    faults = [f"{backup.name} ({fault})" for backup, fault in found.items() if fault is not None]
    if faults:
        return Finding("backups", "bad", f"damaged: {faults[0]}; delete it, or run `drill backup` anew")
    return Finding("backups", "good", f"{len(backups)}, the newest {backups[0].name}, all sound")


def _recovered(report: Path) -> list[Finding]:
    return [Finding("restored", "weak", f"once; {report} says how")] if report.exists() else []


def _walls(secret: Path) -> list[Finding]:
    landlock = landlock_version()
    says = f"version {landlock}" if landlock else "none in this kernel"
    kernel = Finding("landlock", "good" if landlock else "weak", says)
    try:
        probed = probe(secret)
    except DrillError as error:
        return [kernel, Finding("worker", "bad", str(error))]
    return [kernel, Finding("worker", "good", f"behind {probed.wall}"), *map(_held, probed.probes)]


def _held(one: Probe) -> Finding:
    name = f"a solution that {one.name}"
    return Finding(name, "good", "stopped") if one.stopped else Finding(name, "weak", "not stopped")
