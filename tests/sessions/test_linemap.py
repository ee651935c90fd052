"""The map over a real journal: items by their keys, due ones counted, keys of other banks kept."""

from typing import Any

import pytest

from drill.errors import UsageError
from drill.sessions.answering import Given, take
from drill.sessions.desk import Desk
from drill.sessions.linemap import chosen, map_of
from drill.study.ask import Ask
from drill.study.outline import OutlineLine
from drill.study.question import Topic

OUTLINE = [
    OutlineLine("about-tokens-1", Topic("tokens"), "The first line"),
    OutlineLine("never-asked", Topic("tokens"), "Another"),
]


def answer(desk: Desk, item: str, text: str) -> None:
    question = desk.library.compiled(item).question
    take(desk, question, Ask(question.id, question.rev), Given(text), longest=365)


def test_lines_by_topic_weakest_first(desk: Desk, clock: Any) -> None:
    for item, text in (("tokens-0", "attention"), ("tokens-1", "no"), ("tokens-2", "attention")):
        answer(desk, item, text)
    clock.on(days=1)
    found = map_of(desk, OUTLINE)
    assert list(found) == ["tokens", "kv-cache", "serving"]
    lines = found[Topic("tokens")]
    assert lines[0].line.text == "The first line"
    assert [(one.standing.seen, one.standing.total, one.due) for one in lines[:3]] == [
        (1, 1, 1),
        (1, 1, 0),
        (1, 1, 0),
    ]
    assert lines[0].standing.mastery < lines[1].standing.mastery
    # what no bank of this learner asks is on the map all the same
    assert {one.line.key for one in lines if not one.standing.total} == {"never-asked"}
    assert len(lines) == 9


def test_topics_are_chosen_by_name(desk: Desk) -> None:
    found = map_of(desk, OUTLINE)
    assert list(chosen(found, ["serving"])) == ["serving"]
    assert chosen(found, []) == found
    with pytest.raises(UsageError, match="no topic `tea`; there are tokens, kv-cache, serving"):
        chosen(found, ["tea"])
