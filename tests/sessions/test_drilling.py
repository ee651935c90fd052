"""A kata's attempts: clock, hints, submissions, rating, due day, crux, solution. The judge is a stand-in."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from drill.content.katas import Kata
from drill.errors import MissingError, UsageError
from drill.sessions.desk import Desk
from drill.sessions.drilling import Drilling
from drill.sessions.katas import last_closed, offers, slug_or_open
from drill.sessions.reviewing import review_of, status_of
from drill.sessions.starting import Start, reset, start
from drill.sessions.workspace import Workspace
from drill.study.journal import GaveUp, KataStarted, Rating, Submitted
from drill.study.verdict import Check, Outcome, Verdict

TODAY = date(2026, 5, 4)


class Stand:
    """A judge that finds what the source says."""

    seed = 0

    def judge(self, source: bytes) -> Verdict:
        outcome: Outcome = source.decode().partition("-")[0].replace("_", " ")  # type: ignore[assignment]
        if outcome != "failed":
            return Verdict("twice", (Check("test_a", "a", outcome),))
        checks = [Check(f"test_{n}", f"title {n}", "failed", f"f({n})", case="x" * (9 - n)) for n in range(5)]
        return Verdict("twice", tuple(checks))


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "katas", tmp_path / "attempts")


@pytest.fixture
def sit(desk: Desk, workspace: Workspace, write_kata: Callable[..., Kata]) -> Callable[..., Drilling]:
    def sit_down(**options: Any) -> Drilling:
        return Drilling(desk, write_kata(**options), workspace, judge=Stand())  # type: ignore[arg-type]

    return sit_down


@pytest.fixture
def drilling(sit: Callable[..., Drilling]) -> Drilling:
    return sit()


def bodies(drilling: Drilling) -> list[object]:
    return [entry.body for entry in drilling.entries()]


def test_a_start_is_on_disk_with_its_clock(drilling: Drilling) -> None:
    begun = start(drilling)

    assert bodies(drilling) == [KataStarted(drilling.item, 10.0)]
    assert begun.file.read_bytes() == drilling.kata.starter.read_bytes()
    assert status_of(drilling).seconds_left == 600


@pytest.mark.parametrize(
    ("wish", "minutes"), [(Start(minutes=3), 3), (Start(untimed=True), None), (Start(), 10)]
)
def test_the_clock_is_the_learners(drilling: Drilling, wish: Start, minutes: float | None) -> None:
    assert start(drilling, wish).attempt.minutes == minutes


def test_the_clock_runs_while_the_terminal_is_closed(
    drilling: Drilling, clock: Any, open_desk: Callable[..., Desk], workspace: Workspace
) -> None:
    start(drilling)
    clock.on(minutes=4)

    again = Drilling(open_desk(), drilling.kata, workspace)

    assert status_of(again).seconds_left == 360
    clock.on(minutes=7)
    assert status_of(again).seconds_left == -60


def test_a_second_start_goes_on(drilling: Drilling, clock: Any) -> None:
    first = start(drilling)
    first.file.write_bytes(b"work")
    clock.on(minutes=1)

    second = start(drilling)

    assert second.resumed
    assert second.file.read_bytes() == b"work"
    assert len(bodies(drilling)) == 1
    with pytest.raises(UsageError, match="--again"):
        start(drilling, Start(minutes=5))


def test_beginning_anew_keeps_the_work_and_the_facts(drilling: Drilling, clock: Any) -> None:
    start(drilling)
    drilling.hint()
    drilling.workspace.solution("twice").write_bytes(b"work")
    clock.on(minutes=5)

    begun = start(drilling, Start(again=True))

    assert begun.kept is not None
    assert begun.kept.read_bytes() == b"work"
    assert begun.attempt.hints == 1
    assert status_of(drilling).seconds_left == 600


def test_reset_leaves_the_clock(drilling: Drilling, clock: Any) -> None:
    start(drilling)
    drilling.workspace.solution("twice").write_bytes(b"work")
    clock.on(minutes=5)

    kept = reset(drilling, crux=False)

    assert kept is not None
    assert status_of(drilling).seconds_left == 300
    assert reset(drilling, crux=False) is None


@pytest.mark.parametrize(
    ("failed", "hints", "minutes", "rating"),
    [
        (0, 0, 9, Rating.EASY),
        (1, 0, 9, Rating.EASY),
        (2, 0, 9, Rating.GOOD),
        (0, 1, 9, Rating.GOOD),
        (0, 2, 9, Rating.HARD),
        (0, 3, 9, Rating.AGAIN),
        (0, 0, 11, Rating.HARD),
        (3, 3, 11, Rating.AGAIN),
    ],
)
def test_a_pass_is_rated_by_facts(
    drilling: Drilling, clock: Any, failed: int, hints: int, minutes: int, rating: Rating
) -> None:
    start(drilling)
    for number in range(failed):
        drilling.submit(b"failed-%d" % number)
    for _ in range(hints):
        drilling.hint()
    clock.on(minutes=minutes)

    submission = drilling.submit(b"passed")

    assert submission.rating == rating
    assert submission.late == (minutes > 10)
    assert submission.due is not None
    assert (submission.due - TODAY).days >= 3
    assert drilling.desk.record(drilling.item).due == submission.due
    assert drilling.attempt is None


def test_every_submission_is_kept_and_the_entry_names_it(drilling: Drilling) -> None:
    start(drilling)
    drilling.submit(b"failed-1")
    drilling.submit(b"passed-2")

    kept = drilling.workspace.kept("twice")

    assert [path.read_bytes() for path in kept] == [b"failed-1", b"passed-2"]
    named = [body.file for body in bodies(drilling) if isinstance(body, Submitted)]
    assert named == [f"twice/{path.name}" for path in kept]


def test_the_same_file_again_does_not_count(drilling: Drilling) -> None:
    start(drilling)
    first, again = drilling.submit(b"failed"), drilling.submit(b"failed")

    assert (first.counted, again.counted) == (True, False)
    assert again.attempt.failed == 1
    assert len(drilling.workspace.kept("twice")) == 1
    assert drilling.submit(b"failed-other").attempt.failed == 2


@pytest.mark.parametrize("outcome", [b"not_started", b"broken"])
def test_neither_a_starter_nor_a_fault_of_ours_counts_as_failed(drilling: Drilling, outcome: bytes) -> None:
    start(drilling)

    assert drilling.submit(outcome).attempt.failed == 0


def test_the_smallest_case_is_shown_from_the_second_failure_on(drilling: Drilling) -> None:
    start(drilling)
    first, second = drilling.submit(b"failed-1").verdict, drilling.submit(b"failed-2").verdict

    assert [check.called for check in first.checks] == ["f(0)", "f(1)", "f(2)", "", ""]
    assert {check.case for check in first.checks} == {""}
    assert [check.case for check in second.checks] == ["", "", "", "", "xxxxx"]


def test_a_submission_without_a_start_begins_an_untimed_attempt(drilling: Drilling) -> None:
    submission = drilling.submit(b"failed")

    assert submission.started
    assert submission.attempt.minutes is None
    assert [type(body) for body in bodies(drilling)] == [KataStarted, Submitted]


def test_a_try_leaves_no_trace(drilling: Drilling) -> None:
    start(drilling)
    drilling.try_out(b"failed")

    assert len(bodies(drilling)) == 1
    assert drilling.workspace.kept("twice") == []


def test_hints_come_in_order_and_can_be_read_again(drilling: Drilling) -> None:
    with pytest.raises(UsageError, match="kata start"):
        drilling.hint()
    start(drilling)
    with pytest.raises(UsageError, match="hint 1 comes first"):
        drilling.hint(2)

    assert [drilling.hint() for _ in range(4)] == [(1, "first"), (2, "second"), (3, "third"), (3, "third")]
    assert drilling.hint(1) == (1, "first")
    assert len(bodies(drilling)) == 4


def test_giving_up_may_come_back_tomorrow_and_keeps_the_work(drilling: Drilling) -> None:
    start(drilling)
    drilling.workspace.solution("twice").write_bytes(b"work")

    due = drilling.give_up()

    assert due == date(2026, 5, 5)
    assert isinstance(bodies(drilling)[-1], GaveUp)
    assert [path.read_bytes() for path in drilling.workspace.kept("twice")] == [b"work"]
    with pytest.raises(UsageError):
        drilling.give_up()


def test_a_pass_after_giving_up_on_the_same_day_changes_nothing(drilling: Drilling) -> None:
    start(drilling)
    due = drilling.give_up()

    submission = drilling.submit(b"passed")

    assert (submission.rating, submission.due) == (None, None)
    assert drilling.desk.record(drilling.item).due == due


def test_the_solution_comes_after_the_end(drilling: Drilling) -> None:
    with pytest.raises(UsageError, match="begin with"):
        review_of(drilling)
    start(drilling)
    with pytest.raises(UsageError, match="give-up"):
        review_of(drilling)
    drilling.submit(b"failed")
    drilling.submit(b"passed")

    review = review_of(drilling)

    assert "def twice" in review.solution
    assert "-passed" in review.against_theirs
    assert review.against_last[-2:] == ("-failed", "+passed")


CRUX = "crux: {function: base, minutes: 4}"


def test_a_review_of_a_long_kata_asks_for_its_crux(sit: Callable[..., Drilling], clock: Any) -> None:
    drilling = sit(minutes=40, more=CRUX)
    with pytest.raises(UsageError, match="the whole first"):
        start(drilling, Start(crux=True))
    assert start(drilling).attempt.minutes == 40
    drilling.submit(b"passed")
    clock.on(days=5)

    begun = start(drilling)

    assert (begun.attempt.crux, begun.attempt.minutes) == (True, 4)
    assert '    """Return x."""\n    raise NotImplementedError\n\n\ndef twice' in begun.file.read_text()
    assert "2 * base(x)" in begun.file.read_text()
    whole = start(drilling, Start(crux=False, again=True))
    assert (whole.attempt.crux, whole.attempt.minutes) == (False, 40)


def test_an_untouched_crux_is_never_the_attempt_before(sit: Callable[..., Drilling], clock: Any) -> None:
    drilling = sit(minutes=40, more=CRUX)
    start(drilling)
    drilling.give_up()
    clock.on(days=1)
    start(drilling)

    assert start(drilling, Start(crux=False, again=True)).kept is None
    start(drilling, Start(crux=True, again=True))
    drilling.give_up()
    assert drilling.workspace.kept("twice") == []


def test_a_folder_in_the_place_of_the_solution_is_said(drilling: Drilling) -> None:
    solution = start(drilling).file
    solution.unlink()
    solution.mkdir()

    with pytest.raises(MissingError, match=r"solution\.py: can't be written"):
        drilling.give_up()


def test_a_kata_given_up_ten_times_still_comes_back(shelf: dict[str, Drilling], clock: Any) -> None:
    drilling = shelf["a"]
    for _ in range(10):
        start(drilling)
        drilling.give_up()
        clock.on(days=3)

    assert ("a", "due") in offered(shelf)


def test_a_kata_without_a_crux_says_so(drilling: Drilling) -> None:
    with pytest.raises(UsageError, match="no crux"):
        start(drilling, Start(crux=True))


@pytest.fixture
def shelf(desk: Desk, workspace: Workspace, write_kata: Callable[..., Kata]) -> dict[str, Drilling]:
    """Three katas of 10, 12 and 14 minutes."""
    katas = [write_kata(slug, minutes=minutes) for slug, minutes in (("a", 10), ("b", 12), ("c", 14))]
    return {kata.slug: Drilling(desk, kata, workspace, judge=Stand()) for kata in katas}  # type: ignore[arg-type]


def offered(shelf: dict[str, Drilling]) -> list[tuple[str, str]]:
    exercises = {slug: drilling.kata.exercise for slug, drilling in shelf.items()}
    return [(offer.slug, offer.why) for offer in offers(shelf["a"].desk, exercises)]


def test_one_new_kata_is_offered_at_a_time(shelf: dict[str, Drilling]) -> None:
    assert offered(shelf) == [("a", "new")]
    start(shelf["b"])
    assert offered(shelf) == [("b", "open")]
    shelf["b"].submit(b"passed")
    assert offered(shelf) == [("a", "new")]
    shelf["a"].submit(b"passed")
    # 22 of 15 minutes are used
    assert offered(shelf) == []


def test_due_katas_come_before_new_ones_until_the_minutes_are_used(
    shelf: dict[str, Drilling], clock: Any
) -> None:
    for slug in ("a", "b"):
        start(shelf[slug])
        shelf[slug].give_up()
    clock.on(days=3)

    assert offered(shelf) == [("a", "due"), ("b", "due")]
    shelf["a"].desk.change("kata-minutes", "10")
    assert offered(shelf) == [("a", "due")]
    shelf["a"].desk.change("kata-minutes", "0")
    assert offered(shelf) == []


def test_the_open_attempt_needs_no_name(shelf: dict[str, Drilling]) -> None:
    desk, exercises = shelf["a"].desk, {slug: one.kata.exercise for slug, one in shelf.items()}
    with pytest.raises(UsageError, match="name a kata"):
        slug_or_open(desk, exercises, None)
    assert last_closed(desk) is None
    start(shelf["a"])
    start(shelf["b"])

    assert slug_or_open(desk, exercises, None) == "b"
    assert slug_or_open(desk, exercises, "c") == "c"
    shelf["b"].give_up()
    assert slug_or_open(desk, exercises, None) == "a"
    assert last_closed(desk) == "b"
