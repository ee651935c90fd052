"""`drill stats --html`: all figures, and the map of the outline, as one page.

Leaves out lists without a chart (stats_lists.py), elements (page.py) and the terminal (stats.py).
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from drill.study.heatmap import step_of
from drill.study.linemap import LineStanding
from drill.study.question import Topic
from drill.study.statistics import Statistics
from drill.ui.amounts import counted, duration, of_year
from drill.ui.charts import SHADES, Bar, bars_panel, calibration_panel, columns_panel, year_panels
from drill.ui.heatmap import meanings
from drill.ui.page import Chart, Facts, Part, Section, Table, page
from drill.ui.stats_confidence import confidence_parts
from drill.ui.stats_lists import hardest_tables, lines_sections, readiness_tables, sure_tables
from drill.ui.stats_sections import figures

_WEEKS = 26


def stats_page(statistics: Statistics, lines: Mapping[Topic, Sequence[LineStanding]]) -> str:
    """Return the page."""
    lead = f"As of {of_year(statistics.day)}"
    if statistics.interview and statistics.interview >= statistics.day:
        lead += f"; the interview is on {of_year(statistics.interview)}"
    sections = [
        Section("Where you stand", [_facts(statistics)], wide=True),
        Section("Readiness", readiness_tables(statistics)),
        Section("The year", [_year(statistics)], wide=True),
        Section("Mastery by topic", [_topics(statistics)]),
        Section("The next 30 days", [_forecast(statistics)]),
        Section("Predicted against measured recall", _recall(statistics)),
        Section("Time by week", _time(statistics)),
        Section("Sure and wrong", sure_tables(statistics), wide=True),
        Section("How sure against how right", confidence_parts(statistics)),
        Section("Hardest items", hardest_tables(statistics), wide=True),
        Section("Mastery by line of the outline", lines_sections(lines), wide=True),
    ]
    return page("Your figures in drill", lead, sections)


def _facts(statistics: Statistics) -> Facts:
    time = sum(effort.seconds for effort in statistics.efforts)
    pairs = [
        ("Answers", f"{statistics.answers:,}"),
        ("Streak", counted(statistics.streak, "day")),
        ("Time", duration(time)),
        ("An answer takes", f"{statistics.pace:.0f} s"),
    ]
    if statistics.measured is not None and statistics.expected is not None:
        pairs += [("Recall", f"{statistics.measured:.2f}"), ("Expected", f"{statistics.expected:.2f}")]
    return Facts(pairs)


def _year(statistics: Statistics) -> Chart:
    weeks = statistics.weeks
    days = [
        (week.monday + timedelta(days=place), amount)
        for week in weeks
        for place, amount in enumerate(week.counts)
        if amount
    ]
    total = counted(sum(amount for _, amount in days), "answer")
    return Chart(
        "Answers a day",
        f"{total} on {counted(len(days), 'day')} since {of_year(weeks[0].monday)}.",
        year_panels(weeks),
        Table(
            "Answers a day, days without any left out",
            ("Day", "Answers"),
            [(of_year(day), f"{n:,}") for day, n in days],
        ),
        list(zip(SHADES, meanings(step_of(weeks)), strict=True)),
    )


def _topics(statistics: Statistics) -> Chart:
    seen = [topic for topic in statistics.topics if topic.seen]
    weakest = min(seen, key=lambda topic: topic.mastery, default=None)
    words = f"Weakest: {weakest.topic}, {weakest.mastery:.2f}." if weakest else "Nothing was answered yet."
    rows = [(t.topic, figures(t), f"{t.seen}", f"{t.total}") for t in statistics.topics]
    bars = [
        Bar(t.topic, t.mastery, t.low, t.high, f"{figures(t)}  {t.seen}/{t.total}") for t in statistics.topics
    ]
    return Chart(
        "Mastery by topic",
        f"The share of seen questions that you would know tomorrow, with its 90 % interval. {words}",
        [bars_panel(bars)],
        Table("Mastery by topic", ("Topic", "Mastery (interval)", "Seen", "Questions"), rows),
    )


def _forecast(statistics: Statistics) -> Chart:
    pace, loads = statistics.pace / 60, statistics.loads
    parts = [(load.scheduled * pace, load.returns * pace, load.new * pace) for load in loads]
    labels = [f"{load.day.day} {load.day:%b}" if load.day.weekday() == 0 else "" for load in loads]
    total = duration(60 * sum(map(statistics.minutes, loads)))
    rows = [
        (
            of_year(load.day),
            f"{statistics.minutes(load):.0f}",
            f"{load.scheduled}",
            f"{load.returns}",
            f"{load.new}",
        )
        for load in loads
    ]
    return Chart(
        "Minutes a day",
        f"{total} at your own pace if each item is known when it comes; what is missed adds to it.",
        [columns_panel(parts, labels)],
        Table("Minutes and items a day", ("Day", "Minutes", "Scheduled", "Coming back", "New"), rows),
        [("four", "scheduled"), ("two", "coming back within the 30 days"), ("one", "new")],
    )


def _recall(statistics: Statistics) -> list[Part]:
    if not statistics.bins:
        return ["Nothing came back yet on a later day."]
    rows = [
        (f"{b.low:.2f} to {b.high:.2f}", f"{b.predicted:.2f}", f"{b.measured:.2f}", f"{b.answers:,}")
        for b in statistics.bins
    ]
    points = [(one.predicted, one.measured) for one in statistics.bins]
    return [
        Chart(
            "Predicted against measured recall",
            "On the dashed line what was predicted came true; below it, you knew less than predicted.",
            [calibration_panel(points)],
            Table("Recall", ("Predicted", "On average", "Right", "Answers"), rows),
        )
    ]


def _time(statistics: Statistics) -> list[Part]:
    efforts = statistics.efforts[-_WEEKS:]
    if not efforts:
        return ["No time yet."]
    labels = [f"{effort.monday:%b}" if effort.monday.day <= 7 else "" for effort in efforts]
    times_of = [(of_year(effort.monday), duration(effort.seconds)) for effort in efforts]
    counts = [(of_year(e.monday), f"{e.new:,}", f"{e.reviews:,}") for e in efforts]
    topics = [
        (effort.topic or "no longer held", duration(effort.seconds), f"{effort.answers:,}")
        for effort in statistics.topic_efforts
    ]
    total = duration(sum(effort.seconds for effort in efforts))
    return [
        Chart(
            "Minutes by week",
            f"{total} in {counted(len(efforts), 'week')}; a pause counts as 5 minutes.",
            [columns_panel([(effort.seconds / 60,) for effort in efforts], labels)],
            Table("Time by week", ("Week from", "Time"), times_of),
        ),
        Chart(
            "New against reviews by week",
            f"{sum(e.new for e in efforts):,} new, {sum(e.reviews for e in efforts):,} answered before.",
            [columns_panel([(e.reviews, e.new) for e in efforts], labels)],
            Table("Answers by week", ("Week from", "New", "Answered before"), counts),
            [("four", "answered before"), ("two", "new")],
        ),
        Table("Time by topic", ("Topic", "Time", "Answers"), topics),
    ]
