"""What the newest placement means for the queue, from one entry of the journal.

Leaves out the placement itself (placement.py): a session's start needs no estimate of abilities.
"""

from collections.abc import Callable
from datetime import date

from drill.content.library import Row
from drill.sessions.desk import Desk
from drill.study.journal import Placed


def placed(desk: Desk) -> Placed:
    """Return what the newest placement came to, an empty one without any."""
    return _placed(desk, lambda _: True)


def placed_today(desk: Desk) -> Placed:
    """Return the same, an empty one on the days after."""
    today = desk.today
    return _placed(desk, lambda day: day == today)


def _placed(desk: Desk, counts: Callable[[date], bool]) -> Placed:
    newest = desk.journal.entries(tags=("placed",), newest_first=True, limit=1)
    bodies = (e.body for e in newest if isinstance(e.body, Placed) and counts(e.stamp.day))
    return next(bodies, Placed((), ()))


def is_easy(row: Row, test: Placed) -> bool:
    """Return whether a placement showed that the learner surely knows such an item."""
    return row.difficulty <= test.easy.get(row.topic, 0) and row.id not in test.missed
