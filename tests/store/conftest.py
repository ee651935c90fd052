"""A journal in a folder of its own, with ids and devices that count up."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from drill.store.journal import Journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.db"


@pytest.fixture
def open_journal(path: Path) -> Iterator[Callable[..., Journal]]:
    """Open the journal once more; all are closed at the end."""
    numbers = count(1)
    journals: list[Journal] = []

    def open_it(*, timeout_seconds: float = 5.0) -> Journal:
        journal = Journal.open(
            path,
            new_device=lambda: f"device-{next(numbers)}",
            new_id=lambda: f"id-{next(numbers)}",
            timeout_seconds=timeout_seconds,
        )
        journals.append(journal)
        return journal

    yield open_it
    for journal in journals:
        journal.close()


@pytest.fixture
def journal(open_journal: Callable[..., Journal]) -> Journal:
    return open_journal()
