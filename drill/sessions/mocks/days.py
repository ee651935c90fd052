"""On which days to come the learner's mock interviews lie.

Leaves out the rule (study/countdown.py) and the mock interview itself (interview.py).
"""

from datetime import date

from drill.sessions.desk import Desk
from drill.study.countdown import mock_days
from drill.study.journal import MockEnded


def mocks_done(desk: Desk) -> list[date]:
    """Return the days of mock interviews that were played to their end."""
    ended = desk.journal.entries(tags=("mock-ended",))
    return [entry.stamp.day for entry in ended if isinstance(entry.body, MockEnded) and not entry.body.early]


def is_mock_day(desk: Desk) -> bool:
    """Return whether today has a mock interview that is still to come."""
    interview = desk.settings.interview
    # without a date a start reads no journal for it
    return interview is not None and desk.today in mock_days(
        interview, today=desk.today, done=mocks_done(desk)
    )
