"""Journals that meet: in any order, any number of times, from any split, the outcome is the same."""

import os
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drill.content.library import Library
from drill.errors import ContentError, MissingError, UsageError
from drill.sessions import exchange
from drill.sessions.desk import Desk
from drill.sessions.exchange import import_log, log_lines, merge_log, sync, write_journal
from drill.sessions.soundness import faults_in
from drill.store.journal import Journal
from drill.study.ask import Ask
from drill.study.journal import Answered, Bookmarked, Noted, Rating, Rerated, Resumed, Suspended, Undone
from drill.study.question import ItemId
from drill.study.weights import DEFAULT, write

START = datetime(2026, 5, 4, 9, tzinfo=timezone(timedelta(hours=2)))
ITEMS = [ItemId(f"kv-cache-{n}") for n in range(3)]
ids = count(1)


class Laptop:
    """A journal of its own with a clock of its own; `names` says under which device it writes."""

    def __init__(self, folder: Path, library: Library, device: str) -> None:
        self.now = START
        self.journal = Journal.open(
            folder / f"{next(ids)}.db", new_device=lambda: device, new_id=lambda: f"id-{next(ids)}"
        )
        self.desk = Desk(library, self.journal, now=lambda: self.now, rng=Random(1))

    def do(self, what: str, item: ItemId, number: int) -> None:
        """Do one of the things that change a state; `number` picks which entry or value."""
        answers = [e for e in self.journal.entries(item=item) if isinstance(e.body, Answered)]
        chosen = answers[number % len(answers)].id if answers else None
        write = self.desk.write
        undos = [e.id for e in self.journal.entries(item=item, tags=("undone",), newest_first=True, limit=1)]
        rating, due = Rating(1 + number % 4), self.desk.today + timedelta(days=number)
        deeds: dict[str, Callable[[], object]] = {
            "answer": lambda: self.answer(item, rating),
            "undo": lambda: chosen and write(Undone(chosen, item)),
            "undo-undo": lambda: [write(Undone(undo, item)) for undo in undos],
            "rerate": lambda: chosen and write(Rerated(chosen, item, rating, due)),
            "suspend": lambda: write(Suspended(item)),
            "resume": lambda: write(Resumed(item)),
            "bookmark": lambda: write(Bookmarked(item, on=number % 2 == 0)),
            "note": lambda: write(Noted(item, f"note {number}")),
            "setting": lambda: self.desk.change("new", str(number)),
        }
        deeds[what]()

    def answer(self, item: ItemId, rating: Rating) -> None:
        due = self.desk.today + timedelta(days=int(rating))
        ask = Ask(item=item, rev=1, numbers={}, order=())
        self.desk.write(Answered(ask, "a", rating > 1, float(rating > 1), rating, 5.0, due))

    def take(self, other: "Laptop") -> None:
        self.desk.merge(other.journal.rows())

    def state(self) -> Any:
        desk = self.desk
        return self.journal.rows(), self.journal.snapshots(), desk.settings, self.journal.last_counter()


@pytest.fixture
def laptop(tmp_path: Path, shared_library: Library) -> Iterator[Callable[[str], Laptop]]:
    made: list[Laptop] = []

    def make(device: str) -> Laptop:
        made.append(Laptop(tmp_path, shared_library, device))
        return made[-1]

    yield make
    for one in made:
        one.journal.close()


WHATS = ("answer", "undo", "undo-undo", "rerate", "suspend", "resume", "bookmark", "note", "setting")
deeds = st.tuples(st.just("do"), st.sampled_from(WHATS), st.integers(0, 2), st.integers(0, 9))
leaps = st.tuples(st.just("clock"), st.integers(-9, 9), st.integers(-720, 720), st.just(0))
meetings = st.tuples(st.just("meet"), st.integers(0, 2), st.just(0), st.just(0))
lives = st.lists(st.tuples(st.integers(0, 2), st.one_of(deeds, deeds, leaps, meetings)), max_size=25)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    life=lives,
    devices=st.sampled_from([("a", "b", "c"), ("a", "a", "b"), ("a", "a", "a")]),
    order=st.permutations(range(3)),
    parts=st.lists(st.integers(0, 2), max_size=60),
)
def test_any_order_and_any_split_end_alike(
    life: list[Any], devices: tuple[str, ...], order: list[int], parts: list[int], laptop: Any
) -> None:
    three = [laptop(device) for device in devices]
    for who, (what, first, second, third) in life:
        one = three[who]
        if what == "do":
            one.do(first, ITEMS[second], third)
        elif what == "meet":
            one.take(three[first])
        else:
            # clocks disagree by days, and stand in other zones
            zone = timezone(timedelta(minutes=second))
            one.now = (one.now + timedelta(days=first)).astimezone(zone)
    # all into each, in another order for each, twice
    for place, one in enumerate(three):
        for other in [*order[place:], *order[:place]] * 2:
            one.take(three[other])
    # and the same entries, dealt out at random, into an empty journal
    fourth = laptop("d")
    rows = three[0].journal.rows()
    for part in range(3):
        dealt = [row for at, row in enumerate(rows) if (parts[at] if at < len(parts) else 0) == part]
        fourth.desk.merge(reversed(dealt))
    states = [one.state() for one in (*three, fourth)]
    assert states[0] == states[1] == states[2] == states[3]
    # what was folded in passing is what a whole new fold gives
    assert states[0][1] == sorted(three[0].desk._folded_anew(), key=lambda snapshot: snapshot.item)


def test_a_log_file_brings_all_and_again_nothing(laptop: Any, tmp_path: Path) -> None:
    one, two = laptop("a"), laptop("b")
    one.answer(ITEMS[0], Rating.GOOD)
    one.answer(ITEMS[1], Rating.AGAIN)
    file = tmp_path / "one.jsonl"
    assert write_journal(one.journal, file) == 2
    assert merge_log(two.desk, log_lines(file), str(file)) == (2, 2)
    assert merge_log(two.desk, log_lines(file), str(file)) == (0, 0)
    assert two.state() == one.state()
    # the next entry stands behind all that it knew
    two.answer(ITEMS[0], Rating.GOOD)
    assert two.journal.last_counter() == 3


def test_what_comes_while_another_terminal_tunes_is_folded_by_the_new_weights(
    laptop: Any, tmp_path: Path, shared_library: Library
) -> None:
    one, two = laptop("a"), laptop("b")
    one.answer(ITEMS[0], Rating.GOOD)
    # a second drill on the same journal, opened before the first one changes the weights
    with Journal.open(two.journal.path, new_device=str, new_id=lambda: f"id-{next(ids)}") as journal:
        late = Desk(shared_library, journal, now=lambda: START, rng=Random(1))
        two.desk.change("weights", write((*DEFAULT[:2], 20.0, *DEFAULT[3:])))
        late.merge(one.journal.rows())
        assert faults_in(journal) == []


def test_import_wants_a_new_journal(laptop: Any, tmp_path: Path) -> None:
    one, two = laptop("a"), laptop("b")
    one.answer(ITEMS[0], Rating.GOOD)
    file = tmp_path / "one.jsonl"
    write_journal(one.journal, file)
    assert import_log(two.desk, log_lines(file), str(file)) == (1, 1)
    with pytest.raises(UsageError, match=r"has entries already; `drill log merge .*` joins the two"):
        import_log(two.desk, log_lines(file), str(file))


def test_of_a_broken_file_nothing_is_merged(laptop: Any, tmp_path: Path) -> None:
    one, two = laptop("a"), laptop("b")
    one.answer(ITEMS[0], Rating.GOOD)
    one.answer(ITEMS[1], Rating.GOOD)
    file = tmp_path / "one.jsonl"
    write_journal(one.journal, file)
    text = file.read_text("utf-8")
    file.write_text(text.replace('"rating":3', '"rating":9', 1), "utf-8")
    with pytest.raises(ContentError, match=r":2: no entry \(.*\); nothing was merged, get the file again"):
        merge_log(two.desk, log_lines(file), str(file))
    assert two.journal.rows() == []
    # the same id with another content, behind a good entry: all or none
    file.write_text(text.replace('"seconds":5.0', '"seconds":6.0'), "utf-8")
    two.desk.merge(one.journal.rows()[1:])
    with pytest.raises(
        ContentError, match=r"entry id-\d+ differs from that in .*; one of the two files is damaged"
    ):
        merge_log(two.desk, log_lines(file), str(file))
    assert two.journal.rows() == one.journal.rows()[1:]


class TestSync:
    """Two laptops and a folder between them."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        folder = tmp_path / "shared"
        folder.mkdir()
        return folder

    def test_each_leaves_its_log_and_takes_the_others(self, laptop: Any, folder: Path) -> None:
        one, two = laptop("a"), laptop("b")
        one.answer(ITEMS[0], Rating.GOOD)
        two.answer(ITEMS[0], Rating.AGAIN)
        two.desk.change("new", "7")
        assert sync(one.desk, folder) == ((0, 0), 0, 1, [])
        assert sync(two.desk, folder) == ((1, 1), 1, 1, [])
        assert sync(one.desk, folder) == ((2, 1), 2, 0, [])
        assert one.state() == two.state()
        assert one.desk.settings.new == 7
        assert sync(two.desk, folder) == ((0, 0), 2, 0, [])
        assert sorted(path.name for path in folder.iterdir()) == ["a.drill.jsonl", "b.drill.jsonl"]

    def test_a_lost_laptop_lives_on_in_the_others(self, laptop: Any, folder: Path) -> None:
        one, two, three = laptop("a"), laptop("b"), laptop("c")
        one.answer(ITEMS[0], Rating.GOOD)
        two.take(one)
        two.answer(ITEMS[1], Rating.GOOD)
        assert sync(two.desk, folder).written == 2
        assert sync(three.desk, folder).merged == (2, 2)

    def test_a_copied_data_folder_loses_nothing(self, laptop: Any, folder: Path) -> None:
        one, twin = laptop("a"), laptop("a")
        one.answer(ITEMS[0], Rating.GOOD)
        twin.answer(ITEMS[1], Rating.AGAIN)
        for desk in (one.desk, twin.desk, one.desk):
            sync(desk, folder)
        assert one.state() == twin.state()
        assert len(one.journal.rows()) == 2

    def test_the_copies_that_a_carrier_makes_of_a_conflict_are_read(self, laptop: Any, folder: Path) -> None:
        one, two = laptop("a"), laptop("b")
        one.answer(ITEMS[0], Rating.GOOD)
        write_journal(one.journal, folder / "a (conflicted copy).drill.jsonl")
        assert sync(two.desk, folder).merged == (1, 1)

    def test_a_damaged_log_is_kept_aside_and_written_anew(self, laptop: Any, folder: Path) -> None:
        one, two = laptop("a"), laptop("b")
        one.answer(ITEMS[0], Rating.GOOD)
        one.answer(ITEMS[1], Rating.GOOD)
        sync(one.desk, folder)
        file = folder / "a.drill.jsonl"
        whole = file.read_bytes()
        file.write_bytes(whole[:-20])
        came = sync(two.desk, folder)
        assert came.merged == (1, 1)
        assert len(came.troubles) == 1
        assert came.troubles[0].endswith("; left out")
        assert (folder / "a.drill.jsonl.damaged").read_bytes() == whole[:-20]
        sync(one.desk, folder)
        assert file.read_bytes() == whole
        assert sync(two.desk, folder).merged == (1, 1)

    def test_a_newer_log_is_left_alone(self, laptop: Any, folder: Path) -> None:
        one = laptop("a")
        one.answer(ITEMS[0], Rating.GOOD)
        newer = b'{"format":"drill-log","version":2,"entries":0}\n'
        (folder / "a.drill.jsonl").write_bytes(newer)
        came = sync(one.desk, folder)
        assert came.written == 0
        assert "by a newer drill; update drill" in came.troubles[0]
        assert (folder / "a.drill.jsonl").read_bytes() == newer

    def test_a_log_that_disagrees_is_left_alone_and_the_rest_taken(self, laptop: Any, folder: Path) -> None:
        one, two, three = laptop("a"), laptop("b"), laptop("c")
        one.answer(ITEMS[0], Rating.GOOD)
        three.answer(ITEMS[1], Rating.GOOD)
        sync(one.desk, folder)
        sync(three.desk, folder)
        two.take(one)
        file = folder / "a.drill.jsonl"
        altered = file.read_bytes().replace(b'"seconds":5.0', b'"seconds":6.0')
        file.write_bytes(altered)
        came = sync(two.desk, folder)
        assert came.merged == (1, 1)
        assert "differs from that in" in came.troubles[0]
        assert file.read_bytes() == altered

    def test_an_item_of_two_logs_is_counted_once(self, laptop: Any, folder: Path) -> None:
        one, two, three = laptop("a"), laptop("b"), laptop("c")
        for each in (one, two):
            each.answer(ITEMS[0], Rating.GOOD)
            write_journal(each.journal, folder / f"{each.journal.device}.drill.jsonl")
        assert sync(three.desk, folder).merged == (2, 1)

    def test_what_is_no_file_is_left_out_and_not_waited_for(self, laptop: Any, folder: Path) -> None:
        one = laptop("a")
        one.answer(ITEMS[0], Rating.GOOD)
        os.mkfifo(folder / "pipe.drill.jsonl")
        (folder / "folder.drill.jsonl").mkdir()
        (folder / "nowhere.drill.jsonl").symlink_to(folder / "none")
        came = sync(one.desk, folder)
        assert (came.read, came.written) == (0, 1)
        assert [line.partition(": ")[2] for line in came.troubles] == [
            "no file that can be read; left out"
        ] * 3

    def test_no_folder(self, laptop: Any, folder: Path) -> None:
        with pytest.raises(UsageError, match="no such folder; make it"):
            sync(laptop("a").desk, folder / "none")

    def test_a_folder_out_of_reach(self, laptop: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def fails(_: Path) -> bool:
            raise OSError(5, "Input/output error")

        desk = laptop("a").desk
        monkeypatch.setattr(Path, "is_dir", fails)
        with pytest.raises(
            MissingError, match=r"can't be reached \(Input/output error\); connect it and try again"
        ):
            sync(desk, folder)

    def test_a_log_that_can_not_be_moved_aside(
        self, laptop: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one = laptop("a")
        one.answer(ITEMS[0], Rating.GOOD)
        (folder / "a.drill.jsonl").write_bytes(b"")

        def fails(*_: object) -> None:
            raise OSError(30, "Read-only file system")

        monkeypatch.setattr(Path, "replace", fails)
        with pytest.raises(
            MissingError, match=r"can't be moved aside \(Read-only file system\); free the folder"
        ):
            sync(one.desk, folder)

    def test_the_folder_is_written_whole_or_not_at_all(
        self, laptop: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one = laptop("a")
        one.answer(ITEMS[0], Rating.GOOD)
        sync(one.desk, folder)
        before = (folder / "a.drill.jsonl").read_bytes()
        one.answer(ITEMS[1], Rating.GOOD)

        def dies(*_: object) -> str:
            raise KeyboardInterrupt

        monkeypatch.setattr(exchange, "_text", dies)
        with pytest.raises(KeyboardInterrupt):
            sync(one.desk, folder)
        assert (folder / "a.drill.jsonl").read_bytes() == before
