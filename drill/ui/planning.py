"""The plan up to an interview: what it comes to, its days, the later ones by week, and the rule.

Leaves out the figures (study/campaign.py).
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import groupby
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from drill.study.campaign import Campaign, DayPlan
from drill.study.countdown import LAST_DAYS, MOCKS_BEFORE
from drill.study.heatmap import monday_of
from drill.ui.amounts import counted
from drill.ui.rows import NARROW
from drill.ui.today import in_days
from drill.ui.verdict import day_words

# a longer plan has so many days one by one, then weeks
LONGEST_BY_DAY, DAYS_BEFORE_WEEKS = 21, 14
RULE = (
    f"new questions until {LAST_DAYS} days before the interview, unless you begin later; then what you would"
    f" least know on the day first; a mock interview {MOCKS_BEFORE[0]} and {MOCKS_BEFORE[1]} days before;"
    " katas spread evenly; rest where nothing is left. `drill` and `drill quiz` go by it, and a day left out"
    " is planned anew."
)
DAYS_A_WEEK = 7
_BAR = 12


class Stretch(NamedTuple):
    """A day of the plan, or some that follow one another, in one row."""

    days: Sequence[DayPlan]

    @property
    def name(self) -> str:
        """Return the day, or the first and the last."""
        first, last = self.days[0].day, self.days[-1].day
        if first == last:
            return day_words(first)
        month = "" if first.month == last.month else f" {first:%b}"
        # the first week of a year says which
        year = f" {last.year}" if last.month == 1 and last.day <= DAYS_A_WEEK else ""
        return f"{first.day}{month}-{last.day} {last:%b}{year}"

    @property
    def minutes(self) -> float:
        """Return how long it takes."""
        return sum(day.minutes for day in self.days)

    def counts(self) -> list[str]:
        """Return reviews, new questions and minutes, those that are none left blank."""
        reviews, new = sum(day.reviews for day in self.days), sum(day.new for day in self.days)
        minutes = max(1, round(self.minutes)) if self.minutes else 0
        return [f"{count:,}" if count else "" for count in (reviews, new, minutes)]

    def besides(self, *, in_short: bool) -> str:
        """Return katas, by name for one day where there is room, and mock interviews."""
        katas = [kata.slug for day in self.days for kata in day.katas]
        mocks = sum(day.mock for day in self.days)
        named = ", ".join(katas) if len(self.days) == 1 and not in_short else counted(len(katas), "kata")
        mock = counted(mocks, "mock" if in_short else "mock interview")
        found = [named] * bool(katas) + [mock.removeprefix("1 ")] * bool(mocks)
        return ", ".join(found) or ("rest" if all(day.rest for day in self.days) else "")


class Stretches:
    """Rows of days or weeks with bars of one scale; bars and names give way on a narrow screen."""

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        """Keep the rows."""
        self.stretches = stretches

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw them as wide as there is room."""
        is_narrow = options.max_width < NARROW
        grid = _grid("rev" if is_narrow else "reviews")
        most = max(stretch.minutes for stretch in self.stretches) or 1.0
        sign = "#" if options.ascii_only else "█"
        for stretch in self.stretches:
            bar = [] if is_narrow else [sign * round(_BAR * stretch.minutes / most)]
            grid.add_row(stretch.name, *stretch.counts(), *bar, stretch.besides(in_short=is_narrow))
        yield grid


def _grid(reviews: str) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="accent")
    for _ in range(3):
        grid.add_column(justify="right", no_wrap=True)
    grid.add_row(*(Text(head, style="quiet") for head in ("", reviews, "new", "min")))
    return grid


def plan_view(campaign: Campaign) -> list[RenderableType]:
    """Return the page of a plan."""
    left = (campaign.interview - campaign.today).days
    title = Text("plan", style="head")
    year = "" if campaign.interview.year == campaign.today.year else f" {campaign.interview.year}"
    title.append(f" · interview on {day_words(campaign.interview)}{year}, {in_days(left)}", style="accent")
    page: list[RenderableType] = [title, Text(), _recall(campaign), *_dates(campaign)]
    for part in _parts(campaign.days):
        page += [Text(), Stretches(part)]
    page += [Text(), *_eve(left)]
    return [*page, Text(f"the rule: {RULE}", style="quiet")]


def _recall(campaign: Campaign) -> Text:
    words = Text("expected recall on the day: ").append(f"{campaign.planned:.2f}", style="strong")
    # on the day itself no plan makes a difference any more
    return words.append(f" with the plan, {campaign.idle:.2f} without") if campaign.days else words


def _dates(campaign: Campaign) -> list[RenderableType]:
    """Return the days that a row of a week may hide."""
    mocks = [day_words(day.day) for day in campaign.days if day.mock]
    words = [f"mock interview{'s' * (len(mocks) > 1)} on {' and '.join(mocks)}"] if mocks else []
    last = campaign.interview - timedelta(days=LAST_DAYS)
    words += [f"nothing new from {day_words(last)} on"] if last > campaign.today else []
    return [Text(" · ".join(words), style="quiet")] if words else []


def _parts(days: Sequence[DayPlan]) -> list[list[Stretch]]:
    """Return the rows: days, then weeks from Monday on where the plan is long."""
    if not days:
        return []
    single = len(days) if len(days) <= LONGEST_BY_DAY else DAYS_BEFORE_WEEKS
    weeks = groupby(days[single:], key=lambda day: monday_of(day.day))
    parts = [[Stretch([day]) for day in days[:single]], [Stretch(list(week)) for _, week in weeks]]
    return [part for part in parts if part]


def _eve(left: int) -> list[RenderableType]:
    """Return what makes sense when the interview is near."""
    if left > 1:
        return []
    when = (
        "`drill eve` is for the evening before"
        if left
        else "`drill eve --minutes 10` still fits in before it"
    )
    return [Text(f"{when}: what goes wrong, then the interview answers"), Text()]
