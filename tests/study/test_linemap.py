"""Lines of the outline: the weakest first, those not begun last."""

from drill.study.linemap import LineItem, line_standings
from drill.study.outline import OutlineLine
from drill.study.question import Topic


def test_the_weakest_line_comes_first_and_one_not_begun_last() -> None:
    lines = [OutlineLine(key, Topic("kv-cache"), key.upper()) for key in ("new", "firm", "weak", "bare")]
    items = {
        "new": [LineItem(None, due=False)],
        "firm": [LineItem(0.9, due=False), LineItem(0.8, due=True), LineItem(None, due=False)],
        "weak": [LineItem(0.2, due=True), LineItem(0.4, due=True)],
    }
    found = line_standings(lines, items)
    assert [one.line.key for one in found] == ["weak", "firm", "new", "bare"]
    assert [(one.standing.seen, one.standing.total, one.due) for one in found] == [
        (2, 2, 2),
        (2, 3, 1),
        (0, 1, 0),
        (0, 0, 0),
    ]
