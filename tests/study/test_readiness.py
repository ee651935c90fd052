"""Readiness as values: overall first, then the weakest topic; too little evidence is no number."""

from datetime import date

from drill.study.ability import profile
from drill.study.evidence import Response
from drill.study.question import ItemId, Topic
from drill.study.readiness import readiness

DAY = date(2026, 12, 10)
TOPICS = [Topic("serving"), Topic("tokens"), Topic("kv-cache")]


def heard(topic: str, count: int, *, right: bool) -> list[Response]:
    return [Response(ItemId(f"{topic}-{n}"), Topic(topic), 3, 0.0, float(right), DAY) for n in range(count)]


def test_overall_then_the_weakest_first() -> None:
    responses = [
        *heard("serving", 6, right=True),
        *heard("kv-cache", 6, right=False),
        *heard("tokens", 2, right=True),
    ]
    found = readiness(profile(responses, today=DAY, topics=TOPICS), TOPICS)
    assert [ready.topic for ready in found] == [None, "kv-cache", "tokens", "serving"]
    assert [ready.questions for ready in found] == [14.0, 6.0, 2.0, 6.0]
    overall, weakest, few, strongest = (ready.estimate for ready in found)
    assert few is None
    assert overall is not None
    assert weakest is not None
    assert strongest is not None
    assert weakest.chance < overall.chance < strongest.chance
    assert weakest.low < weakest.chance < weakest.high


def test_without_answers_there_is_no_number() -> None:
    found = readiness(profile([], today=DAY, topics=TOPICS), TOPICS)
    assert [(ready.estimate, ready.questions) for ready in found] == [(None, 0.0)] * 4
