"""Reckons what the journal says of a learner's abilities.

Leaves out drawing them (ui), and which answers measure (study/evidence.py).
"""

from collections.abc import Iterable, Mapping, Sequence

from drill.sessions.desk import Desk
from drill.study.ability import Profile, profile
from drill.study.evidence import Trait, evidence
from drill.study.journal import Entry
from drill.study.kata import CLOSING, Exercise, kata_item
from drill.study.question import ItemId, Topic
from drill.study.readiness import Ready, readiness
from drill.study.roles import TOPICS

READ = ("answered", "rerated", "undone", "kata-started", "hint-taken", *CLOSING)


def readiness_of(desk: Desk, exercises: Mapping[str, Exercise]) -> list[Ready]:
    """Return readiness overall and by topic, the weakest first; `exercises` by slug are the katas."""
    topics = interview_topics(desk)
    return readiness(profile_of(desk, exercises, topics), topics) if topics else []


def interview_topics(desk: Desk) -> list[Topic]:
    """Return the topics of interviews that a bank has, in the order of the seed."""
    held = {row.topic for row in desk.library.rows}
    return [topic for topic in TOPICS if topic in held]


def profile_of(desk: Desk, exercises: Mapping[str, Exercise], topics: Sequence[Topic]) -> Profile:
    """Return the abilities in these topics today."""
    return profile_over(desk, desk.journal.entries(tags=READ), exercises, topics)


def profile_over(
    desk: Desk, entries: Iterable[Entry], exercises: Mapping[str, Exercise], topics: Sequence[Topic]
) -> Profile:
    """Return the abilities that entries tell of, in the journal's order."""
    return profile(evidence(entries, traits(desk, exercises)), today=desk.today, topics=topics)


def traits(desk: Desk, exercises: Mapping[str, Exercise]) -> dict[ItemId, Trait]:
    """Return what evidence must know of every question and kata."""
    questions = {
        row.id: Trait(row.topic, row.difficulty, row.kind, row.pool == "exam") for row in desk.library.rows
    }
    katas = {kata_item(slug): Trait(one.topic, one.level, "kata") for slug, one in exercises.items()}
    return questions | katas
