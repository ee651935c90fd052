"""A kata's own solutions before the judge: the starter not started, right ones pass, wrong ones fail as said.

Leaves out mutants (proving.py).
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

from drill.authoring.finding import Finding, finding
from drill.authoring.katas.bench import WORKERS, Job, JudgeAll
from drill.authoring.katas.folders import Folders
from drill.authoring.katas.mistakes import caught_by
from drill.authoring.katas.parsed import parse_all, seeded_tests
from drill.authoring.katas.readable import visible_failure
from drill.grader.judge import Task
from drill.study.text import one_line
from drill.study.verdict import Check, Verdict

Role = Literal["starter", "right", "wrong"]


class Trial(NamedTuple):
    """One file to be judged with one seed, and the hidden tests that must catch it."""

    path: Path
    role: Role
    seed: int
    caught_by: tuple[str, ...] = ()

    def job(self, task: Task) -> Job:
        """Return the judgment to make; only a first trial asks which tests catch a wrong solution."""
        is_repeat = self.role == "wrong" and not self.caught_by
        return Job(task, self.path.read_bytes(), self.seed, fail_fast=is_repeat)


Tried = Sequence[tuple[Trial, Verdict]]


def trials(folders: Folders, seed: int) -> list[Trial]:
    """Return the trials of a kata with one seed."""
    trees, _ = parse_all(folders)
    wrong = [Trial(path, "wrong", seed, caught_by(trees[path])) for path in folders.wrong()]
    right = [Trial(path, "right", seed) for path in folders.right()]
    return [Trial(folders.starter, "starter", seed), *right, *wrong]


def repeats(folders: Folders, tried: Tried, seeds: Sequence[int]) -> list[Trial]:
    """Return the trials whose outcome may be another with another seed.

    What a test without `seed` refuses it refuses always: wrong solutions go again that only others refuse.
    """
    trees, _ = parse_all(folders)
    seeded = seeded_tests(trees[folders.hidden])
    again = [
        trial
        for trial, verdict in tried
        if trial.role == "right" or (trial.role == "wrong" and _failed_tests(verdict) <= seeded)
    ]
    return [Trial(trial.path, trial.role, seed) for seed in seeds for trial in again]


def hold(folders: Folders, tried: Tried) -> list[Finding]:
    """Return a finding for each trial that didn't end as it must; a file has one at most."""
    faults: dict[Path, str] = {}
    for trial, verdict in tried:
        fault = _fault(trial, verdict)
        if fault:
            faults.setdefault(trial.path, fault)
    return [finding(folders.name(path), 1, fault) for path, fault in faults.items()]


def judge_trials(task: Task, wanted: Sequence[Trial], judge_all: JudgeAll) -> Iterator[tuple[Trial, Verdict]]:
    """Yield each trial with its verdict, in order."""
    return zip(wanted, judge_all([trial.job(task) for trial in wanted]), strict=True)


def read_visible(folders: Folders) -> list[Finding]:
    """Return a finding for each solution, right or wrong, that fails a visible test."""
    paths = [*folders.right(), *folders.wrong()]
    with ThreadPoolExecutor(WORKERS) as pool:
        failures = list(pool.map(partial(visible_failure, tests=folders.visible), paths))
    return [
        finding(folders.name(path), 1, f"fails {failure}; right and wrong solutions pass all visible tests")
        for path, failure in zip(paths, failures, strict=True)
        if failure
    ]


def _fault(trial: Trial, verdict: Verdict) -> str:
    seed = f"with seed {trial.seed}"
    if verdict.outcome == "broken":
        check = next(check for check in verdict.checks if check.outcome == "broken")
        return f"breaks {check.name} {seed} ({one_line(check.difference)}); mend test_hidden.py"
    if trial.role == "starter":
        return _begun(verdict)
    if trial.role == "right":
        return _refused(verdict, seed)
    if verdict.outcome == "passed":
        return f"passes {seed}; a hidden test must catch it"
    return _not_caught(trial, verdict)


def _begun(verdict: Verdict) -> str:
    if verdict.error:
        return f"{verdict.error}; each function of a starter raises NotImplementedError"
    others = [check for check in verdict.checks if check.outcome != "not started"]
    return f"`{others[0].name}` says {others[0].outcome}; every test must call the solution" if others else ""


def _refused(verdict: Verdict, seed: str) -> str:
    if verdict.outcome == "passed":
        return ""
    if verdict.error:
        return f"refused: {verdict.error}; a right solution passes"
    check = _failed(verdict)[0]
    return f"refused by `{check.name}` {seed} ({one_line(check.difference)}); mend one of them"


def _not_caught(trial: Trial, verdict: Verdict) -> str:
    if verdict.error:
        return f"{verdict.error}; a wrong solution runs"
    failed = _failed_tests(verdict)
    if not trial.caught_by or failed & set(trial.caught_by):
        return ""
    return f"caught by `{min(failed)}`, not by `{trial.caught_by[0]}`; put that into its docstring"


def _failed(verdict: Verdict) -> list[Check]:
    return [check for check in verdict.checks if check.outcome != "passed"]


def _failed_tests(verdict: Verdict) -> set[str]:
    """Return the names of the test functions that failed, without parameters."""
    return {check.name.partition("[")[0] for check in _failed(verdict)}
