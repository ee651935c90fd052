"""The lists on the page of figures: sure and wrong, hardest items, lines of the outline.

Leaves out the charts (stats_page.py).
"""

from collections.abc import Mapping, Sequence

from drill.study.linemap import LineStanding
from drill.study.question import ItemId, Topic
from drill.study.statistics import Statistics
from drill.ui.amounts import counted, of_year
from drill.ui.page import Part, Section, Table
from drill.ui.readiness import MEANING, OVERALL, chance_words
from drill.ui.stats_confidence import UNRATED, sentence
from drill.ui.stats_sections import figures, standing_words, times

_LONGEST_LIST = 20


def readiness_tables(statistics: Statistics) -> list[Part]:
    """Return the chance to answer unseen interview questions, the weakest topic first."""
    rows = [
        (one.topic or OVERALL, chance_words(one), counted(round(one.questions), "question"))
        for one in statistics.readiness
    ]
    head = ("Topic", "Chance (interval)", "From")
    return [Table(f"{MEANING[:1].upper()}{MEANING[1:]}", head, rows)] if rows else ["Nothing to show."]


def sure_tables(statistics: Statistics) -> list[Part]:
    """Return what was missed by someone sure, or why there is nothing."""
    if not statistics.rated_sure:
        return [sentence(UNRATED)]
    if not statistics.sure:
        return ["Never yet."]
    rows = [
        (
            _asks(statistics, miss.item),
            times(miss.times),
            of_year(miss.day),
            "yes" if miss.right_since else "no",
        )
        for miss in statistics.sure[:_LONGEST_LIST]
    ]
    return [Table("Missed when you were sure", ("Item", "Missed", "Last on", "Right on a later day"), rows)]


def hardest_tables(statistics: Statistics) -> list[Part]:
    """Return what was missed most."""
    if not statistics.hardest:
        return ["Nothing was missed yet."]
    rows = [
        (_asks(statistics, one.item), f"{one.lapses}", f"{one.misses}", standing_words(one))
        for one in statistics.hardest[:_LONGEST_LIST]
    ]
    return [Table("Missed on most days", ("Item", "Lapses", "Misses", "Stands"), rows)]


def _asks(statistics: Statistics, item: ItemId) -> str:
    return f"{item}: {statistics.prompts[item]}" if item in statistics.prompts else item


def lines_sections(lines: Mapping[Topic, Sequence[LineStanding]]) -> list[Part]:
    """Return a section for each topic of the outline."""
    return [_topic_section(topic, of_topic) for topic, of_topic in lines.items()]


def _topic_section(topic: Topic, of_topic: Sequence[LineStanding]) -> Section:
    rows = [
        (
            one.line.text,
            figures(one.standing),
            f"{one.standing.seen}",
            f"{one.standing.total}",
            f"{one.due}",
        )
        for one in of_topic
    ]
    head = ("Line", "Mastery (interval)", "Seen", "Questions", "Due")
    return Section(topic, [Table(f"Lines on {topic}, the weakest first", head, rows)])
