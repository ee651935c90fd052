"""Many judgments beside one another: a few processes, each of which has pytest loaded after its first.

Leaves out what the verdicts mean (trials.py, proving.py).
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

from drill.content.katas import Kata
from drill.grader.judge import Judge, Task
from drill.study.verdict import Verdict

WORKERS = 2


class Job(NamedTuple):
    """One judgment to make; `fail_fast` stops at the first check that fails."""

    task: Task
    source: bytes
    seed: int
    fail_fast: bool = False


JudgeAll = Callable[[Iterable[Job]], Iterator[Verdict]]


def task_of(kata: Kata) -> Task:
    """Return what the judge needs of a kata."""
    exercise = kata.exercise
    return Task(kata.slug, kata.hidden_tests, exercise.functions, exercise.limits, exercise.bans)


@contextmanager
def open_bench(workers: int = WORKERS) -> Iterator[JudgeAll]:
    """Give a function that judges jobs beside one another and yields the verdicts in their order."""
    # a fresh interpreter each: the judge's threads do not survive a fork
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        yield partial(pool.map, judged)
    finally:
        pool.shutdown(cancel_futures=True)


def judged(job: Job) -> Verdict:
    """Return the verdict on one job."""
    return Judge(job.task, seed=job.seed, fail_fast=job.fail_fast).judge(job.source)
