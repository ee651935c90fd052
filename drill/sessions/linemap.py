"""Reckons how each line of the outline stands.

Leaves out reading the outline (content) and drawing the map (ui).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from drill.content.library import Row
from drill.errors import UsageError
from drill.sessions.agenda import Wishes, askable
from drill.sessions.desk import Desk
from drill.sessions.overview import in_order, records_of
from drill.study.linemap import LineItem, LineStanding, line_standings
from drill.study.outline import OutlineLine
from drill.study.question import Topic
from drill.study.record import Record
from drill.study.text import one_line


def map_of(desk: Desk, outline: Sequence[OutlineLine]) -> dict[Topic, list[LineStanding]]:
    """Return each topic's lines, the weakest first; keys of other banks are lines of their own."""
    rows = askable(desk, Wishes()).values()
    lines = {line.key: line for line in (*_unlisted(rows), *outline)}.values()
    items = _items(desk, rows)
    topics = in_order({line.topic for line in lines})
    return {
        Topic(topic): line_standings((line for line in lines if line.topic == topic), items)
        for topic in topics
    }


def _unlisted(rows: Iterable[Row]) -> list[OutlineLine]:
    return [OutlineLine(key, row.topic, key) for row in rows for key in row.outline]


def _items(desk: Desk, rows: Iterable[Row]) -> Mapping[str, list[LineItem]]:
    records, today = records_of(desk), desk.today
    items: dict[str, list[LineItem]] = defaultdict(list)
    for row in rows:
        record = records.get(row.id, Record())
        due = record.due is not None and record.due <= today and not record.is_aside
        # tomorrow, as in the standings by topic
        item = LineItem(record.recall_on(today + timedelta(days=1)), due)
        for key in row.outline:
            items[key].append(item)
    return items


def chosen(
    lines: Mapping[Topic, list[LineStanding]], topics: Sequence[str]
) -> dict[Topic, list[LineStanding]]:
    """Return the lines of some topics, of all where none is named; UsageError for one that has no lines."""
    for topic in topics:
        if topic not in lines:
            raise UsageError(f"no topic `{one_line(topic)}`; there are {', '.join(lines)}")
    return {topic: of_topic for topic, of_topic in lines.items() if not topics or topic in topics}
