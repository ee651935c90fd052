"""Submits a file: the page or the document of what came of it, and the exit code.

Leaves out judging (sessions, grader).
"""

from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType

from drill.cli.app import App
from drill.cli.kata_documents import KataCheckDocument, KataVerdictDocument
from drill.errors import Exit
from drill.sessions.drilling import Drilling, Submission
from drill.sessions.reviewing import seconds_left
from drill.sessions.workspace import read_source
from drill.ui.kata import head_view, next_words, outcome_view, verdict_view

# a fault of the hidden tests is ours, and never counts against the learner
EXITS = {
    "passed": Exit.DONE,
    "failed": Exit.NOT_PASSED,
    "not started": Exit.NOT_PASSED,
    "broken": Exit.BUG,
}


def submit_file(app: App, drilling: Drilling, file: Path | None, *, as_json: bool) -> int:
    """Submit a file, by default the workspace's, say what came of it and return the exit code."""
    source = read_source(file or drilling.workspace.solution(drilling.kata.slug))
    submission = drilling.submit(source)
    say_submission(app, drilling, submission, as_json=as_json)
    return EXITS[submission.verdict.outcome]


def say_submission(app: App, drilling: Drilling, submission: Submission, *, as_json: bool) -> None:
    """Print a submission as a page or as a document."""
    slug = drilling.kata.slug
    if submission.started:
        app.say(f"no attempt at {slug} was open: an untimed one began with this file")
    if submission.verdict.outcome == "broken":
        app.say(f"a fault in drill's own tests of {slug}, not in your code; it doesn't count")
    if as_json:
        app.print_json(verdict_document(submission))
        return
    for part in page(slug, submission):
        app.console.print(part)


def page(slug: str, submission: Submission) -> Sequence[RenderableType]:
    """Return a submission as a page."""
    verdict, attempt = submission.verdict, submission.attempt
    has_passed = verdict.outcome == "passed"
    left = seconds_left(attempt, submission.at)
    head = head_view(slug, attempt, seconds_left=left, number=attempt.failed + has_passed)
    facts = outcome_view(
        late=submission.late, counted=submission.counted, rating=submission.rating, due=submission.due
    )
    then = f"drill kata solution {slug}" if has_passed else next_words(attempt)
    return [head, "", *verdict_view(verdict), *facts, "", then]


def verdict_document(submission: Submission) -> KataVerdictDocument:
    """Return the document of a submission."""
    verdict, attempt = submission.verdict, submission.attempt
    checks = [
        KataCheckDocument(
            name=check.name,
            title=check.title,
            outcome=check.outcome,
            called=check.called,
            returned=check.returned,
            expected=check.expected,
            difference=check.difference,
            case=check.case,
            trace=check.trace,
        )
        for check in verdict.checks
    ]
    return KataVerdictDocument(
        kata=verdict.kata,
        outcome=verdict.outcome,
        error=verdict.error,
        passed=verdict.passed,
        total=len(checks),
        checks=checks,
        printed=verdict.printed,
        dropped_bytes=verdict.dropped_bytes,
        seconds=round(verdict.seconds, 3),
        isolation=verdict.isolation,
        late=submission.late,
        counted=submission.counted,
        hints=attempt.hints,
        failed=attempt.failed,
        rating=None if submission.rating is None else submission.rating.name.lower(),
        due=submission.due,
    )
