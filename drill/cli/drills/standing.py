"""How a kata stands, as a document.

Leaves out drawing it (ui/katas.py).
"""

from pathlib import Path

from drill.cli.kata_documents import KataStatusDocument
from drill.sessions.drilling import Drilling
from drill.sessions.reviewing import status_of


def status_document(drilling: Drilling, *, kept: Path | None = None) -> KataStatusDocument:
    """Return the document of a kata's standing now."""
    status = status_of(drilling)
    attempt = status.attempt
    return KataStatusDocument(
        kata=status.slug,
        open=attempt is not None,
        file=str(drilling.workspace.solution(status.slug)),
        minutes=None if attempt is None else attempt.minutes,
        seconds_left=status.seconds_left,
        crux=attempt is not None and attempt.crux,
        hints=0 if attempt is None else attempt.hints,
        failed=0 if attempt is None else attempt.failed,
        submits=status.submits,
        passes=status.passes,
        due=status.due,
        kept=None if kept is None else str(kept),
    )
