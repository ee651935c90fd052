"""Every check of single questions, over one file.

Leaves out what holds across files (tree.py, lock.py).
"""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import NamedTuple

from drill.authoring.checks.chains import check_chain
from drill.authoring.checks.draws import check_draws
from drill.authoring.checks.forms import check_forms
from drill.authoring.checks.links import Targets, check_links
from drill.authoring.checks.numbers import check_numbers
from drill.authoring.checks.options import check_options
from drill.authoring.checks.snippets import Run, check_snippets
from drill.authoring.checks.texts import check_texts
from drill.authoring.checks.whys import check_whys
from drill.authoring.finding import Fault, Finding
from drill.authoring.shelf import Shelved
from drill.content.banks import Located
from drill.grader.snippet import run_snippet
from drill.study.question import Question

SNIPPETS_AT_ONCE = 2


class Effort(NamedTuple):
    """How much work a check does; `run` is None where no snippet may run."""

    draws: int = 1000
    run: Run | None = run_snippet


THOROUGH = Effort()


def inspect(shelved: Shelved, targets: Targets, *, rng_seed: int, effort: Effort = THOROUGH) -> list[Finding]:
    """Return what is wrong with the questions of a file.

    Only a question that reads well is drawn and run, so that one fault is one finding.
    """
    found: list[Finding] = []
    sound: list[Located] = []
    others = {located.question.id: located.question for located in shelved.bank.questions}
    for located in shelved.bank.questions:
        rng = _rng(rng_seed, located)
        faults = list(_reading(located.question, shelved, targets, rng))
        faults += check_chain(located.question, others, rng) if not faults else ()
        found += [shelved.finding(located, fault) for fault in faults]
        if not faults:
            sound.append(located)
    return found + list(_working(shelved, sound, rng_seed, effort))


def _rng(seed: int, located: Located) -> random.Random:
    # a question's draws do not depend on its neighbors
    return random.Random(f"{seed} {located.question.id}")  # noqa: S311 no secret


def _reading(question: Question, shelved: Shelved, targets: Targets, rng: random.Random) -> Iterator[Fault]:
    return chain(
        check_texts(question, frozenset(shelved.text)),
        check_links(question, targets),
        check_whys(question),
        check_options(question),
        check_forms(question),
        check_numbers(question, rng),
    )


def _working(shelved: Shelved, sound: list[Located], seed: int, effort: Effort) -> Iterator[Finding]:
    """Yield what comes of running snippets, beside one another, and of drawing numbers meanwhile."""
    with ThreadPoolExecutor(SNIPPETS_AT_ONCE) as pool:
        runs = [pool.submit(_ran, located.question, effort.run) for located in sound]
        drawn = [
            list(check_draws(located.question, _rng(seed, located), draws=effort.draws)) for located in sound
        ]
        for located, run, faults in zip(sound, runs, drawn, strict=True):
            yield from (shelved.finding(located, fault) for fault in (*run.result(), *faults))


def _ran(question: Question, run: Run | None) -> list[Fault]:
    return list(check_snippets(question, run)) if run else []
