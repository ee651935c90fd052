"""The whole proof of a kata: trials with ten seeds, then every mutant of the reference until a test fails.

Leaves out what a mutant is (mutants.py) and whether an old proof still holds (proof.py).
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from drill.authoring.finding import Finding, finding
from drill.authoring.katas.bench import Job, JudgeAll, task_of
from drill.authoring.katas.equivalents import Explained, load_explained
from drill.authoring.katas.folders import Folders
from drill.authoring.katas.mutants import Mutant, mutants
from drill.authoring.katas.proof import Proof, checks_hash, hashes
from drill.authoring.katas.trials import Trial, hold, judge_trials, read_visible, repeats, trials
from drill.authoring.saving import save
from drill.content.files import read_text
from drill.content.katas import read_kata
from drill.grader.judge import Task
from drill.study.verdict import Verdict

SEEDS = tuple(range(10))
# a mutant that loops for ever is killed by the clock, and the clock need not be the learner's
LEAST_SECONDS = 2.0
TIMES_SLOWER = 3.0

Progress = Callable[[str], None]


class Proven(NamedTuple):
    """What a proof of one kata came to; `proof` is None when there are findings."""

    slug: str
    findings: tuple[Finding, ...]
    proof: Proof | None
    seconds: float

    @property
    def in_words(self) -> str:
        """The proof in one line."""
        took = f"{self.seconds:.0f} s"
        if self.proof is None:
            return f"not proven, {took}"
        proof = self.proof
        counts = f"{proof.killed} of {proof.mutants} mutants killed, {proof.explained} explained"
        return f"{counts}, kill rate {proof.kill_rate:.1%}, {took}"


def try_once(folders: Folders, judge_all: JudgeAll, progress: Progress, *, seed: int) -> list[Finding]:
    """Return what the judge and the visible tests say against a kata, with one seed."""
    tried = _try(folders, trials(folders, seed), judge_all, progress)
    return [*hold(folders, tried), *read_visible(folders)]


def prove(folders: Folders, judge_all: JudgeAll, progress: Progress, *, date: str) -> Proven:
    """Prove a kata, and write its proof when nothing is found; `date` is the day that it names."""
    began = time.monotonic()
    tried = _try(folders, trials(folders, SEEDS[0]), judge_all, progress)
    tried += _try(folders, repeats(folders, tried, SEEDS[1:]), judge_all, progress)
    found = [*hold(folders, tried), *read_visible(folders)]
    # whether mutants are killed means nothing while the right solution isn't passed
    if found:
        return Proven(folders.slug, tuple(found), None, time.monotonic() - began)
    seconds = max(verdict.seconds for trial, verdict in tried if trial.path == folders.solution)
    survivors, count = _survivors(folders, seconds, judge_all, progress)
    explained, _ = load_explained(folders)
    found = [*_unexplained(folders, survivors, explained), *_killed_after_all(folders, survivors, explained)]
    proof = None if found else _proof(folders, count, len(survivors), date)
    if proof:
        save(folders.proof, proof)
    return Proven(folders.slug, tuple(found), proof, time.monotonic() - began)


def _try(
    folders: Folders, wanted: Sequence[Trial], judge_all: JudgeAll, progress: Progress
) -> list[tuple[Trial, Verdict]]:
    """Return the verdict on each trial."""
    tried: list[tuple[Trial, Verdict]] = []
    for trial, verdict in judge_trials(_task(folders), wanted, judge_all):
        tried.append((trial, verdict))
        progress(f"{folders.slug}: {len(tried)} of {len(wanted)} trials")
    return tried


def _task(folders: Folders) -> Task:
    return task_of(read_kata(folders.open_folder, folders.spoilers))


def _survivors(
    folders: Folders, seconds: float, judge_all: JudgeAll, progress: Progress
) -> tuple[list[Mutant], int]:
    """Return the mutants that pass, and how many there are."""
    found, task = mutants(read_text(folders.solution)), _task(folders)
    survivors: list[Mutant] = []
    stopped: list[Mutant] = []
    bounded = _judge_mutants(found, _bounded(task, seconds), judge_all)
    for number, (mutant, verdict) in enumerate(bounded, 1):
        survivors += [mutant] if _is_alive(verdict) else []
        stopped += [mutant] if verdict.ran_out_of_time else []
        progress(f"{folders.slug}: {number} of {len(found)} mutants, {len(survivors)} alive")
    # a busy machine stops right answers too: what only the clock killed gets the learner's own limits
    for mutant, verdict in _judge_mutants(stopped, task, judge_all):
        survivors += [mutant] if _is_alive(verdict) else []
        progress(f"{folders.slug}: those stopped by the clock once more, {len(survivors)} alive")
    return survivors, len(found)


def _judge_mutants(
    found: Sequence[Mutant], task: Task, judge_all: JudgeAll
) -> Iterator[tuple[Mutant, Verdict]]:
    jobs = [Job(task, mutant.source, SEEDS[0], fail_fast=True) for mutant in found]
    return zip(found, judge_all(jobs), strict=True)


def _is_alive(verdict: Verdict) -> bool:
    # a test that breaks has killed nothing
    return verdict.outcome in ("passed", "broken")


def _bounded(task: Task, seconds: float) -> Task:
    bound = min(task.limits.test_seconds, max(LEAST_SECONDS, TIMES_SLOWER * seconds))
    return task._replace(limits=msgspec.structs.replace(task.limits, test_seconds=bound))


def _unexplained(folders: Folders, survivors: list[Mutant], explained: list[Explained]) -> Iterator[Finding]:
    for mutant in survivors:
        if not any(entry.fits(mutant) for entry in explained):
            message = f"no test kills `{mutant.change}`; add one, or explain it in equivalent.yaml"
            yield finding(folders.name(folders.solution), mutant.line, message)


def _killed_after_all(
    folders: Folders, survivors: list[Mutant], explained: list[Explained]
) -> Iterator[Finding]:
    for entry in explained:
        if not any(entry.fits(mutant) for mutant in survivors):
            message = f"a test kills `{entry.change}`; delete the entry"
            yield finding(folders.name(folders.equivalent), entry.at, message)


def _proof(folders: Folders, count: int, explained: int, date: str) -> Proof:
    """Return the proof of a kata whose surviving mutants are all explained."""
    killed = count - explained
    return Proof(
        proved=date,
        seeds=SEEDS,
        right=len(folders.right()),
        wrong=len(folders.wrong()),
        mutants=count,
        killed=killed,
        explained=explained,
        kill_rate=round(killed / max(count - explained, 1), 4),
        checks=checks_hash(),
        files=hashes(folders),
    )
