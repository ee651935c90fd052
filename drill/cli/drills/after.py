"""After a pass or giving up: the reference, its notes, and how the learner's file differs from it.

Leaves out when that may be seen (sessions/reviewing.py).
"""

from drill.cli.app import App
from drill.cli.kata_documents import KataSolutionDocument
from drill.sessions.drilling import Drilling
from drill.sessions.reviewing import Review, review_of


def show_solution(app: App, drilling: Drilling, *, as_json: bool) -> None:
    """Print the solution of a kata."""
    review = review_of(drilling)
    if as_json:
        app.print_json(KataSolutionDocument(drilling.kata.slug, **review._asdict()))
    else:
        _show(app, review)


def _show(app: App, review: Review) -> None:
    from drill.content.prose import parse
    from drill.study.text import harmless
    from drill.ui.katas import diff_view
    from drill.ui.prose import blocks_view

    # the code as a block of Markdown is colored like any other
    for text in (f"```python\n{review.solution}```", review.notes):
        for part in [*blocks_view(parse(harmless(text))), ""]:
            app.console.print(part)
    for lines in (review.against_theirs, review.against_last):
        for part in [*diff_view([harmless(line) for line in lines]), *([""] if lines else [])]:
            app.console.print(part)
