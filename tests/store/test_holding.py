"""Who may have a journal open together, and who must wait."""

import errno
import sys
from pathlib import Path

import pytest

from drill.errors import MissingError
from drill.store import holding
from drill.store.holding import Hold


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(holding, "_RESTORING_SECONDS", 0.1)
    return tmp_path / "journal.db"


def test_many_share_and_one_is_alone(journal: Path) -> None:
    one, two, three = Hold(journal), Hold(journal), Hold(journal)
    one.share()
    two.share()
    assert not three.take(seconds=0.1)
    one.close()
    two.close()
    assert three.take(seconds=0)
    waiting = Hold(journal)
    with pytest.raises(MissingError) as caught:
        waiting.share()
    line = "another drill is restoring the journal; start again when it is done"
    assert str(caught.value) == f"{journal}: {line}"
    three.share()
    waiting.share()
    assert not three.take(seconds=0)
    for hold in (three, waiting):
        hold.close()


def test_two_that_share_do_not_wait_for_each_other_for_ever(journal: Path) -> None:
    one, two = Hold(journal), Hold(journal)
    one.share()
    two.share()
    # whoever wants to be alone shares no more meanwhile
    assert not one.take(seconds=0)
    assert two.take(seconds=0)
    one.close()
    two.close()


def test_where_no_file_can_be_made_nobody_waits(tmp_path: Path) -> None:
    one = Hold(tmp_path / "none" / "journal.db")
    one.share()
    assert one.take(seconds=0)
    one.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_a_disk_without_locks(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def fails(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", fails)
    hold = Hold(journal)
    hold.share()
    with pytest.raises(OSError, match="No locks available"):
        hold.take(seconds=0)
    hold.close()
