"""After an interview: when to ask how it was, and what becomes of the questions that came.

Leaves out keeping them (sessions).
"""

from datetime import date, timedelta

OFFERED_DAYS = 7
# nobody types a rubric on the way home: these fit any interview question until they are written over
POINTS = (
    "Says in one sentence what it is and which problem it solves",
    "Says how it works, step by step",
    "Names a number, a formula or a trade-off",
)


def is_to_debrief(interview: date | None, *, today: date, last: date | None) -> bool:
    """Whether an interview was within the last days and no debrief, the `last` one, came since."""
    if interview is None or not interview < today <= interview + timedelta(days=OFFERED_DAYS):
        return False
    return last is None or last < interview


def explanation(day: date) -> str:
    """Return what a question that came stands with until its learner writes more."""
    return f"Asked in an interview, kept on {day}. In own.yaml, put key points of your own in their place."
