"""`drill author check` as a whole: which of its paths are banks and which are katas, and both reports as one.

Leaves out the checks themselves (check.py, katas) and how the report is shown.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from drill.authoring.check import Report, check
from drill.authoring.finding import Finding
from drill.authoring.katas.check import KataReport, check_all, check_changed, check_slugs, prove_slugs
from drill.authoring.katas.folders import slug_of
from drill.authoring.katas.proving import Progress, Proven
from drill.errors import UsageError

How = Literal["full", "changed"]


class Wanted(NamedTuple):
    """What is asked: a whole proof or one of what changed, the lock accepted, a seed, the day (`date`)."""

    how: How | None
    accept: bool
    seed: int
    date: str


class Outcome(NamedTuple):
    """Both reports; what wasn't asked is empty."""

    banks: Report
    katas: KataReport

    @property
    def findings(self) -> list[Finding]:
        """All findings, by file and line."""
        return sorted({*self.banks.findings, *self.katas.findings}, key=lambda finding: finding.order)

    @property
    def proven(self) -> tuple[Proven, ...]:
        """The proofs that were made or failed."""
        return self.katas.proven


_NO_BANKS = Report((), 0, 0)
_NO_KATAS = KataReport((), 0)


def check_everything(paths: Sequence[Path], wanted: Wanted, root: Path, progress: Progress) -> Outcome:
    """Check banks and katas named by path or slug, or without paths all under `root`.

    Raises UsageError for options that don't fit the paths, ContentError as check.
    """
    named = [(path, slug_of(path, root)) for path in paths]
    slugs = [slug for _, slug in named if slug]
    banks = [path for path, slug in named if not slug]
    if wanted.how and banks:
        raise UsageError(f"{banks[0]}: no kata; --full and --prove-changed are about katas")
    if wanted.accept and (wanted.how == "full" or slugs):
        raise UsageError("--accept locks the banks; leave --full and the katas out")
    if wanted.how == "changed" and slugs:
        raise UsageError("--prove-changed draws the katas itself; leave the paths out")
    if wanted.how == "full":
        return Outcome(_NO_BANKS, prove_slugs(slugs, root, progress, date=wanted.date))
    return Outcome(
        _banks(banks, wanted, root, progress) if banks or not slugs else _NO_BANKS,
        _katas(slugs, wanted, root, progress) if slugs or not banks else _NO_KATAS,
    )


def _banks(paths: Sequence[Path], wanted: Wanted, root: Path, progress: Progress) -> Report:
    return check(paths, root=root, rng_seed=wanted.seed, accept=wanted.accept, progress=progress)


def _katas(slugs: Sequence[str], wanted: Wanted, root: Path, progress: Progress) -> KataReport:
    if slugs:
        return check_slugs(slugs, root, progress, seed=wanted.seed)
    return check_changed(root, progress, draw=wanted.date) if wanted.how == "changed" else check_all(root)
