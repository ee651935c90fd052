"""What /proc/stat says, and waiting for it."""

from drill.core.bench.quiet import Ticks, idle_share, ticks, wait_until_quiet


def stat(busy: int, idle: int) -> str:
    return f"cpu  {busy} 0 0 {idle} 0 0 0 0 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n"


def test_the_first_line_is_all_cpus_without_guests() -> None:
    # guest time, the last two, is counted in user time already
    assert ticks("cpu  1 2 3 40 5 6 7 8 900 900\n") == Ticks(all=72, idle=45)


def test_idle_share() -> None:
    assert idle_share(Ticks(100, 50), Ticks(200, 140)) == 0.9
    assert idle_share(Ticks(100, 50), Ticks(100, 50)) == 0


def test_it_waits_until_others_are_done() -> None:
    slept: list[float] = []
    # two busy windows, then an idle one
    read = iter([stat(0, 0), stat(50, 50), stat(50, 50), stat(100, 100), stat(100, 100), stat(101, 199)])

    assert wait_until_quiet(10, slept.append, lambda: next(read))
    assert len(slept) == 3


def test_it_does_not_wait_for_ever() -> None:
    slept: list[float] = []
    counts = iter(range(1000))

    assert not wait_until_quiet(1, slept.append, lambda: stat(next(counts), 0))
    assert sum(slept) == 1
