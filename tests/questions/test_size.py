"""How much there is to ask: for each topic, each pool, each line of the outline.

Leaves out whether a single question is sound: `drill author check` says that.
"""

from collections import Counter
from itertools import chain
from pathlib import Path

from drill.content.outline import load_outline
from drill.study.question import Question, kind_of

Banks = dict[str, list[Question]]
BANKS = Path(__file__).parents[2] / "questions"
# what has to be worked out, not recognized
WORKED = {"numeric", "predict", "bug", "order"}
TOPICS = 9


def test_each_topic_has_enough_for_days_and_for_an_exam(banks: Banks) -> None:
    assert len(banks) == TOPICS
    for topic, questions in banks.items():
        pools = Counter(question.pool for question in questions)
        assert pools["daily"] >= 18, topic
        assert pools["exam"] >= 8, topic


def test_each_topic_has_every_difficulty_and_five_kinds(banks: Banks) -> None:
    for topic, questions in banks.items():
        assert {question.difficulty for question in questions} == {1, 2, 3, 4, 5}, topic
        assert len({kind_of(question) for question in questions}) >= 5, topic


def test_almost_half_must_be_worked_out(banks: Banks) -> None:
    kinds = Counter(kind_of(question) for question in chain(*banks.values()))
    assert sum(kinds[kind] for kind in WORKED) >= 0.45 * kinds.total()


def test_an_exam_has_numbers_and_a_talk_in_each_topic(banks: Banks) -> None:
    for topic, questions in banks.items():
        kinds = Counter(kind_of(question) for question in questions if question.pool == "exam")
        assert kinds["numeric"] >= 2, topic
        assert kinds["open"] >= 1, topic


def test_each_line_of_the_outline_is_asked_at_three_depths(banks: Banks) -> None:
    asked = [(key, question.difficulty) for question in chain(*banks.values()) for key in question.outline]
    times = Counter(key for key, _ in asked)
    depths = Counter(key for key, _ in set(asked))
    for line in load_outline(BANKS / "outline.yaml"):
        assert times[line.key] >= 3, line.key
        assert depths[line.key] >= 3, line.key
