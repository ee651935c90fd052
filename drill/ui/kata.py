"""A kata's verdict on a page: what passed, what did not and how, what the learner printed, what comes next.

Leaves out which details may be seen (study/revealing.py).
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from drill.study.journal import Rating
from drill.study.kata import HINTS, Attempt
from drill.study.text import harmless
from drill.study.verdict import Check, Verdict
from drill.ui.verdict import day_words

# what the next hint would leave of the best rating
HINT_PRICES = ("costs Easy", "costs Good", "makes it Again")
_EDGE_LINES = 5
_TITLES = 8


def clock_words(seconds: float) -> str:
    """Return seconds as `07:41`, past the end as `late by 00:12`."""
    minutes, rest = divmod(int(abs(seconds)), 60)
    return f"{minutes:02}:{rest:02}" if seconds >= 0 else f"late by {minutes:02}:{rest:02}"


def head_view(slug: str, attempt: Attempt, *, seconds_left: float | None, number: int) -> Text:
    """Return the line above a verdict: the kata, the attempt, the clock, the hints."""
    head = Text(slug, style="accent").append(f" · attempt {number}" if number else "", style="")
    if seconds_left is not None and attempt.minutes is not None:
        left = clock_words(seconds_left)
        of = f" left of {clock_words(60 * attempt.minutes)}" if seconds_left >= 0 else ""
        head.append(f" · {left}{of}", style="" if seconds_left >= 0 else "wrong")
    if attempt.crux:
        head.append(" · crux")
    if attempt.hints:
        head.append(f" · {attempt.hints} hint{'' if attempt.hints == 1 else 's'} used")
    return head


def verdict_view(verdict: Verdict) -> list[RenderableType]:
    """Return what was found: every failure by its title, those that may be seen in words."""
    count = Text(f"{verdict.passed} of {len(verdict.checks)} passed", style="quiet")
    if verdict.outcome == "passed":
        return [Text("* all checks passed", style="right"), count, *printed_view(verdict)]
    if verdict.error:
        return [Text("x ", style="wrong") + Text(harmless(verdict.error)), *printed_view(verdict)]
    if verdict.outcome == "not started":
        return [Text("- not started: the file still raises NotImplementedError"), *printed_view(verdict)]
    wrong = [check for check in verdict.checks if check.outcome != "passed"]
    told = [check for check in wrong if _is_told(check)]
    parts: list[RenderableType] = [count]
    for check in told:
        parts += _told_view(check)
    return [*parts, *_titles_view([check for check in wrong if not _is_told(check)]), *printed_view(verdict)]


def _is_told(check: Check) -> bool:
    return bool(check.called or check.difference or check.case)


def _title(check: Check, times: int = 1) -> Text:
    sign = {"not started": "- ", "broken": "! "}.get(check.outcome, "x ")
    more = f" ({times} times)" if times > 1 else ""
    return Text(sign, style="wrong") + Text(harmless(check.title)) + Text(more, style="quiet")


def _titles_view(checks: Sequence[Check]) -> list[RenderableType]:
    """Return titles alone, each once; a long list ends in a count."""
    times = Counter(check.title for check in checks)
    first = list({check.title: check for check in reversed(checks)}.values())[::-1]
    lines: list[RenderableType] = [_title(check, times[check.title]) for check in first[:_TITLES]]
    more = len(first) - _TITLES
    return [*lines, Text(f"  and {more} more", style="quiet")] if more > 0 else lines


def _told_view(check: Check) -> list[RenderableType]:
    """Return one failure: what was called, what came back, what was expected, where it differs."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="quiet")
    grid.add_column(overflow="fold")
    for name, value in (("returned", check.returned), ("expected", check.expected)):
        if value:
            grid.add_row(name, Text(harmless(value)))
    lines: list[RenderableType] = [Text(harmless(check.case or check.called), style="code")]
    lines += [grid] if grid.row_count else []
    lines += [Text(_difference(check))] if check.difference else []
    lines += [Text(harmless(line), style="quiet") for line in check.trace.splitlines()]
    return [_title(check), *map(_indented, lines)]


def _indented(line: RenderableType) -> RenderableType:
    return Padding(line, (0, 0, 0, 2), expand=False)


def _difference(check: Check) -> str:
    where = harmless(check.difference)
    return f"first difference {where}" if where.startswith("at ") else where


def printed_view(verdict: Verdict) -> list[RenderableType]:
    """Return what the solution printed, head and tail."""
    lines = harmless(verdict.printed).splitlines()
    if not lines:
        return []
    more = len(lines) - 2 * _EDGE_LINES
    shown = [*lines[:_EDGE_LINES], f"[{more} more lines]", *lines[-_EDGE_LINES:]] if more > 1 else lines
    head = Text(f"your print ({len(lines)} line{'' if len(lines) == 1 else 's'})", style="quiet")
    return [Text(), head, *(_indented(Text(line)) for line in shown)]


def outcome_view(
    *, late: bool, counted: bool, rating: Rating | None, due: date | None
) -> list[RenderableType]:
    """Return what a submission did to the schedule, in a line; nothing where it did nothing."""
    facts = ["late"] if late else []
    if rating is not None and due is not None:
        facts += [rating.name.capitalize(), f"comes back {day_words(due)}"]
    if not counted:
        facts.append("the same file as before: not counted again")
    return [Text(), Text(" · ".join(facts))] if facts else []


def next_words(attempt: Attempt) -> str:
    """Return what may be done after a failure, with the price of the next hint."""
    if attempt.hints >= HINTS:
        return "drill kata watch · give-up"
    return f"drill kata hint ({HINT_PRICES[attempt.hints]}) · watch · give-up"
