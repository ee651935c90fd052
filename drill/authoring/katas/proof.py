"""proof.json: what the last whole proof of a kata found, and the hashes of all that it was about.

Leaves out proving (proving.py).
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from drill.authoring.finding import Finding, finding
from drill.authoring.katas.folders import Folders
from drill.grader import checks


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """Seeds, counts and the share of mutants killed; `checks` is the hash of the grader's comparisons."""

    proved: str
    seeds: tuple[int, ...]
    right: int
    wrong: int
    mutants: int
    killed: int
    explained: int
    kill_rate: float
    checks: str
    files: dict[str, str]
    format: Literal[1] = 1


def hashes(folders: Folders) -> dict[str, str]:
    """Return the sha256 of each file that a proof is about, by its path under the content root."""
    paths = [folders.exercise, folders.starter, folders.open_folder / "README.md", folders.visible]
    paths += [folders.hidden, *folders.right(), *folders.wrong(), folders.equivalent]
    return {folders.name(path): _sha256(path) for path in sorted(paths) if path.exists()}


def checks_hash() -> str:
    """Return the sha256 of what hidden tests compare with."""
    return _sha256(Path(checks.__file__))


def check_proof(folders: Folders) -> Iterator[Finding]:
    """Yield a finding when there is no proof of the files as they are."""
    reason = stale(folders)
    if reason:
        yield finding(
            folders.name(folders.proof), 1, f"{reason}; run `drill author check {folders.slug} --full`"
        )


def stale(folders: Folders) -> str:
    """Return why the proof says nothing of the files as they are; empty when it does."""
    try:
        proof = msgspec.json.decode(folders.proof.read_bytes(), type=Proof)
    except FileNotFoundError:
        return "missing"
    except (msgspec.DecodeError, UnicodeDecodeError):
        return "not a proof of drill"
    now = hashes(folders)
    changed = sorted(name for name in now.keys() | proof.files if now.get(name) != proof.files.get(name))
    if changed:
        return f"{changed[0]} has changed since the proof"
    return "" if proof.checks == checks_hash() else "drill/grader/checks.py has changed since the proof"


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
