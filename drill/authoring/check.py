"""`drill author check`: every check over the files named, or over the whole shipped tree and its lock.

Leaves out how the report is shown; a fault is a finding here, not an error.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from drill.authoring import tree
from drill.authoring.finding import Finding
from drill.authoring.inspection import THOROUGH, Effort, inspect
from drill.authoring.shelf import Shelved, expanded, shelve, shipped
from drill.authoring.targets import load_targets
from drill.content.outline import load_outline
from drill.errors import UsageError


class Report(NamedTuple):
    """What a check found, by file and line, and how much it looked at."""

    findings: tuple[Finding, ...]
    questions: int
    files: int


class Scope(NamedTuple):
    """The files to check, and the other shipped ones, whose ids are taken."""

    checked: list[Shelved]
    around: list[Shelved]


def check(
    paths: Sequence[Path],
    *,
    root: Path,
    rng_seed: int,
    progress: Callable[[str], None],
    accept: bool = False,
    effort: Effort = THOROUGH,
) -> Report:
    """Check bank files and folders, or without paths the whole tree under `root`; `accept` writes its lock.

    `progress` is told each file's name. Raises UsageError for `accept` with paths, ContentError when the
    outline or the sources can't be read. The lock is looked at, and written, only when nothing else is found.
    """
    if accept and paths:
        raise UsageError("--accept locks the whole tree; leave the paths out")
    scope = _scope(paths, root)
    outline = load_outline(root / tree.OUTLINE)
    targets, broken_primers = load_targets(root, outline, tree.ids([*scope.checked, *scope.around]))
    found = [*tree.set_aside(scope.checked), *tree.ids_twice(scope.checked, scope.around)]
    found += tree.unknown_topics(scope.checked, outline)
    for shelved in scope.checked:
        progress(shelved.name)
        found += inspect(shelved, targets, rng_seed=rng_seed, effort=effort)
    if not paths:
        found += [*broken_primers, *tree.not_asked(scope.checked, outline, root)]
        # last and alone: a faulty answer must be mended before its `rev` means anything
        found += [] if found else tree.locked(scope.checked, root, accept=accept)
    return _report(found, scope.checked)


def _scope(paths: Sequence[Path], root: Path) -> Scope:
    own = [shelve(path, root) for path in shipped(root)]
    if not paths:
        return Scope(own, [])
    checked = [shelve(path, root) for path in expanded(paths)]
    names = {shelved.name for shelved in checked}
    return Scope(checked, [shelved for shelved in own if shelved.name not in names])


def _report(found: Iterable[Finding], checked: list[Shelved]) -> Report:
    questions = sum(len(shelved.bank.questions) for shelved in checked)
    findings = sorted(set(found), key=lambda finding: finding.order)
    return Report(tuple(findings), questions, len(checked))
