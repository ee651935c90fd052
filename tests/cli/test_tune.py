"""`drill tune` from the outside: too few answers, then enough of them, tried and adopted."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drill.store.journal import Journal
from drill.study.ask import Ask
from drill.study.journal import Answered, Rating, Stamp
from drill.study.question import ItemId

Drill = Callable[..., Any]
FIRST = date(2026, 11, 1)


def answer_much(home: Path) -> None:
    """Write 600 answers of someone who has forgotten half of all after three days."""
    rng = Random(1)
    numbers = iter(range(10_000))
    with Journal.open(
        home / "journal.db", new_device=lambda: "d", new_id=lambda: f"id-{next(numbers)}"
    ) as journal:
        for day in (FIRST + timedelta(days=3 * n) for n in range(6)):
            stamp = Stamp(datetime(day.year, day.month, day.day, 12, tzinfo=UTC), 0, day)
            for item in range(100):
                rating = rng.choice([Rating.AGAIN, Rating.GOOD])
                ask = Ask(ItemId(f"item-{item}"), 1, {}, ())
                journal.append(
                    stamp, Answered(ask, "a", rating > 1, 1.0, rating, 5.0, day + timedelta(days=3))
                )


def test_too_few(toy_banks: None, drill: Drill) -> None:
    result = drill("tune")
    assert result.code == 1
    assert result.out == "0 usable reviews; 400 are needed, answered again on a later day\n"


def test_enough(toy_banks: None, drill: Drill, home: Path) -> None:
    answer_much(home)
    tried = drill("tune", "--dry-run")
    assert tried.out.startswith("500 usable reviews: the last 100 foreseen from those before\n")
    assert tried.out.endswith("the fitted weights foresee better; without --dry-run they are adopted\n")
    assert drill("config", "weights").out.startswith("weights  default ")
    adopted = drill("tune")
    assert "the fitted weights foresee better: adopted" in adopted.out
    assert tried.out.splitlines()[1:7] == adopted.out.splitlines()[1:7]
    assert "nothing changed" in drill("tune").out
    assert max(map(len, drill("config", "weights").out.splitlines())) <= 80
    assert drill("config", "weights", "default").code == 0
    assert "adopted" in drill("tune").out


@pytest.mark.parametrize("text", ["1,2", "nan", "9," * 8 + "9"])
def test_weights_by_hand(toy_banks: None, drill: Drill, text: str) -> None:
    result = drill("config", "weights", text)
    says = f"takes 21 numbers as `drill tune` finds them, or default, not `{text}`"
    assert (result.code, result.err) == (2, f"drill: setting `weights` {says}\n")
