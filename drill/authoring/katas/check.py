"""`drill author check` for katas: files, trials, proofs.

Leaves out how findings are shown. A kata whose files are at fault is neither tried nor proven.
"""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from drill.authoring.finding import Finding
from drill.authoring.katas.bench import open_bench
from drill.authoring.katas.exercises import Outline
from drill.authoring.katas.folders import Folders, all_slugs
from drill.authoring.katas.proof import check_proof, stale
from drill.authoring.katas.proving import Progress, Proven, prove, try_once
from drill.authoring.katas.static import check_files
from drill.content.outline import load_outline

DRAWN = 2


class KataReport(NamedTuple):
    """What was found, of how many katas, and the proofs that were made."""

    findings: tuple[Finding, ...]
    katas: int
    proven: tuple[Proven, ...] = ()


def check_all(root: Path) -> KataReport:
    """Check the files of every kata, and that each is proven as it is."""
    every, outline = _every(root), _outline(root)
    found = [finding for folders in every for finding in _files_and_proof(folders, outline)]
    return KataReport(tuple(found), len(every))


def check_slugs(slugs: Sequence[str], root: Path, progress: Progress, *, seed: int) -> KataReport:
    """Check the files of some katas and try each of their solutions with one seed."""
    return _judged([Folders(root, slug) for slug in slugs], root, progress, seed)


def check_changed(root: Path, progress: Progress, *, draw: str) -> KataReport:
    """Check all, then try the katas whose proof is stale and two more, drawn by a text such as the date."""
    whole = check_all(root)
    every = _every(root)
    changed = [folders for folders in every if stale(folders)]
    rest = [folders for folders in every if folders not in changed]
    drawn = random.Random(draw).sample(rest, min(DRAWN, len(rest)))  # noqa: S311 no secret
    tried = _judged([*changed, *drawn], root, progress, seed=0)
    return KataReport(tuple(dict.fromkeys([*whole.findings, *tried.findings])), len(every))


def prove_slugs(slugs: Sequence[str], root: Path, progress: Progress, *, date: str) -> KataReport:
    """Prove some katas, or without slugs every one, and write the proofs of those that hold."""
    katas = [Folders(root, slug) for slug in slugs] or _every(root)
    found, proven, outline = [], [], _outline(root)
    with open_bench() as judge_all:
        for folders in katas:
            faults = check_files(folders, outline)
            if not faults:
                proven.append(prove(folders, judge_all, progress, date=date))
                faults = list(proven[-1].findings)
            found += faults
    return KataReport(tuple(found), len(katas), tuple(proven))


def _judged(katas: Sequence[Folders], root: Path, progress: Progress, seed: int) -> KataReport:
    found, outline = [], _outline(root)
    with open_bench() as judge_all:
        for folders in katas:
            found += check_files(folders, outline) or try_once(folders, judge_all, progress, seed=seed)
    return KataReport(tuple(found), len(katas))


def _files_and_proof(folders: Folders, outline: Outline) -> list[Finding]:
    # files at fault must be mended before a proof of them means anything
    return check_files(folders, outline) or list(check_proof(folders))


def _every(root: Path) -> list[Folders]:
    return [Folders(root, slug) for slug in all_slugs(root)]


def _outline(root: Path) -> Outline:
    return Outline.of(load_outline(root / "questions" / "outline.yaml"))
