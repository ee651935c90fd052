"""Waiting until other processes leave the CPUs alone, so that a sample measures its contender.

Leaves out systems without /proc/stat: there nothing is waited for.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

STAT = Path("/proc/stat")
WINDOW_SECONDS = 0.25
ENOUGH = 0.93


class Ticks(NamedTuple):
    """What all CPUs together have counted since the machine started."""

    all: int
    idle: int


def ticks(stat: str) -> Ticks:
    """Return the counts of a /proc/stat: its first line is user, nice, system, idle, iowait, irq, ...."""
    counts = [int(count) for count in stat.splitlines()[0].split()[1:9]]
    return Ticks(sum(counts), counts[3] + counts[4])


def idle_share(before: Ticks, after: Ticks) -> float:
    """Return which part of the time between the CPUs had nothing to do; 0 when no time passed."""
    passed = after.all - before.all
    return (after.idle - before.idle) / passed if passed > 0 else 0.0


def wait_until_quiet(
    seconds: float, sleep: Callable[[float], None], read: Callable[[], str] = lambda: STAT.read_text("ascii")
) -> bool:
    """Wait until the CPUs are idle for a moment, at most so many seconds; return whether they were."""
    left = seconds
    while left > 0:
        before = ticks(read())
        sleep(WINDOW_SECONDS)
        if idle_share(before, ticks(read())) >= ENOUGH:
            return True
        left -= WINDOW_SECONDS
    return False
