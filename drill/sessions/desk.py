"""The learner's desk: bank, journal and time side by side, and the one way to write to the journal.

Leaves out what to ask (agenda.py) and how a sitting runs (quiz.py).
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, timedelta
from random import Random

from drill.content.library import Library
from drill.store.journal import Guard, Journal, Merged
from drill.store.rows import Row
from drill.store.snapshot import Snapshot
from drill.study.calendar import stamp, study_day
from drill.study.journal import Answered, Entry, Known, Rerated, SettingChanged, Stamp, Undone, item_of
from drill.study.kata import slug_of
from drill.study.memory import Memory, interval
from drill.study.plan import Plan, plan_for
from drill.study.question import ItemId
from drill.study.record import FOLD, Record, decode_record, encode_record, fold, fold_deeds, step
from drill.study.settings import Settings, changed, checked, setting, settings_of
from drill.study.spread import due_days, lightest
from drill.study.tally import LONGEST_COUNTED_SECONDS
from drill.study.weights import write

PACE_ANSWERS = 200
SECONDS_PER_ANSWER = 45.0
_FASTEST = 5.0


class Desk:
    """What every sitting works on. `now` gives the local time with its UTC offset."""

    def __init__(
        self, library: Library, journal: Journal, *, now: Callable[[], datetime], rng: Random
    ) -> None:
        """Join a library and a journal; the settings are read once."""
        self.library = library
        self.journal = journal
        # with it the day chosen for an item is the same each time it is asked for in this process
        self._salt = rng.random()
        self._now = now
        self._read_settings()

    def _read_settings(self) -> None:
        """Take the settings from the journal; all items are folded anew where the rules have changed."""
        self._values = changed(self.journal.entries(tags=("setting-changed",)))
        self._settings = settings_of(self._values)
        self._rules = rules_of(self._settings)
        if self.journal.fold() != self._rules:
            self.journal.replace_snapshots(self._folded_anew(), fold=self._rules)

    def _folded_anew(self) -> Iterator[Snapshot]:
        """Yield every item's snapshot from its entries: another drill folded them by other rules."""
        for item, deeds in self.journal.histories().items():
            if deeds is None:
                yield self._refolded(item)
            else:
                yield snapshot_of(item, fold_deeds(deeds, self.settings.weights))

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._settings

    @property
    def today(self) -> date:
        """The study day now."""
        return study_day(self._now(), rollover=self.settings.rollover)

    def stamp(self) -> Stamp:
        """Return the stamp of this moment."""
        return stamp(self._now(), rollover=self.settings.rollover)

    def change(self, name: str, value: str | None) -> None:
        """Change a setting, or with None put its default back."""
        kept = None if value is None else checked(name, value)
        self.write(SettingChanged(name, kept))
        self._read_settings()

    def setting(self, name: str) -> str:
        """Return a setting's value in force, as it is typed."""
        return self._values.get(name, setting(name).default)

    def has_asked_settings(self) -> bool:
        """Whether any setting was ever changed, or left at its default on purpose."""
        return self.journal.count("setting-changed") > 0

    def record(self, item: ItemId) -> Record:
        """Return what the journal says of an item."""
        snapshot = self.journal.snapshot(item)
        return Record() if snapshot is None else decode_record(snapshot.body)

    def write(self, body: Known, *, at: Stamp | None = None, guard: Guard = lambda: None) -> Entry:
        """Put an entry on disk and its item's record with it, in one transaction; `at` this moment or now.

        `guard` runs first in that transaction and may raise to keep the entry out.
        """
        self._keep_up()
        at = at or self.stamp()
        item = item_of(body)
        if item is None:
            return self.journal.append(at, body, guard=guard)
        return self.journal.append_folded(
            at, body, lambda before, entry: self._fold(item, before, entry), guard=guard
        )

    def merge(self, rows: Iterable[Row]) -> Merged:
        """Take another journal's entries in; ContentError as Journal.merge."""
        self._keep_up()
        merged = self.journal.merge(rows, self._refolded)
        self._read_settings()
        return merged

    def _keep_up(self) -> None:
        if self.journal.fold() != self._rules:
            # `drill tune` in another terminal
            self._read_settings()

    def _refolded(self, item: ItemId) -> Snapshot:
        return snapshot_of(item, fold(self.journal.entries(item=item), self.settings.weights))

    def _fold(self, item: ItemId, before: Snapshot | None, entry: Entry) -> Snapshot:
        if isinstance(entry.body, Undone | Rerated):
            return self._refolded(item)
        record = Record() if before is None else decode_record(before.body)
        return snapshot_of(item, step(record, entry, self.settings.weights))

    def pace(self) -> float:
        """Return the learner's own seconds per answer, from the last ones."""
        latest = self.journal.entries(tags=("answered",), newest_first=True, limit=PACE_ANSWERS)
        seconds = _counted_seconds(latest)
        # answers from a script take no time and tell nothing about a person's pace
        human = [taken for taken in seconds if taken >= 1.0]
        return max(_FASTEST, sum(human) / len(human)) if human else SECONDS_PER_ANSWER

    def seconds_spent(self) -> float:
        """Return how long today's answers took."""
        return sum(_counted_seconds(self.journal.entries(tags=("answered",), day=self.today)))

    def plan(self, *, unseen: int, pace: float, day: date | None = None) -> Plan:
        """Return the plan of a day, today's without one."""
        return plan_for(
            self.settings,
            today=day or self.today,
            unseen=unseen,
            seconds_per_answer=pace,
            began=self.journal.first_day(),
        )

    def due_after(self, item: ItemId, memory: Memory, *, day: date, longest: int, times: int = 1) -> date:
        """Choose the day an item answered on `day` comes back: near its interval, on the lightest day.

        `times` puts it off by so many intervals.
        """
        days = times * interval(memory, retention=self.settings.retention)
        allowed = due_days(day, days, longest=longest)
        # rated once more, an item must not flee from its own place
        load = self.journal.load(
            allowed[0], allowed[-1], counts=lambda other: other != item and self._is_asked(other)
        )
        return lightest(allowed, load, Random(f"{self._salt} {item} {day}"))  # noqa: S311 - no secret

    def _is_asked(self, item: ItemId) -> bool:
        row = self.library.row(item)
        return slug_of(item) is not None or (row is not None and row.pool == "daily")

    def clock_went_back(self) -> timedelta | None:
        """Return by how much the clock stands before the newest entry, if it does."""
        newest = next(iter(self.journal.entries(newest_first=True, limit=1)), None)
        gap = None if newest is None else newest.stamp.at - self._now()
        return gap if gap is not None and gap > timedelta(minutes=5) else None


def _counted_seconds(answers: Iterable[Entry]) -> list[float]:
    return [min(e.body.seconds, LONGEST_COUNTED_SECONDS) for e in answers if isinstance(e.body, Answered)]


def rules_of(settings: Settings) -> str:
    """Return the name of the rules that snapshots are made by: the fold and its weights."""
    return f"{FOLD} {write(settings.weights)}"


def snapshot_of(item: ItemId, record: Record) -> Snapshot:
    """Return the snapshot that the store keeps of a record."""
    return Snapshot(
        item=item,
        due=record.due,
        first_day=record.first_day,
        last_day=record.last_day,
        suspended=record.is_aside,
        body=encode_record(record),
    )
