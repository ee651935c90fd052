"""A folder a run: fresh, gone at the end, and what a killed run left goes with the next."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from drill.errors import MissingError
from drill.sessions.models.parts import own_folder


def dead() -> int:
    """Return the id of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_two_runs_have_two_folders(tmp_path: Path) -> None:
    with own_folder(tmp_path) as first, own_folder(tmp_path) as second:
        (second / "half").touch()
        assert first != second
        assert list(first.iterdir()) == []
    assert list(tmp_path.iterdir()) == []


def test_a_stopped_run_leaves_nothing(tmp_path: Path) -> None:
    def stopped() -> None:
        with own_folder(tmp_path / "down") as part:
            (part / "half").touch()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert list((tmp_path / "down").iterdir()) == []


def test_only_what_killed_runs_left_is_removed(tmp_path: Path) -> None:
    living, other = tmp_path / f"part-{os.getppid()}-x", tmp_path / "part-of-somebody"
    stale = tmp_path / f"part-{dead()}-x"
    for folder in (living, other, stale):
        folder.mkdir()
        (folder / "half").touch()
    with own_folder(tmp_path) as part:
        assert sorted(tmp_path.iterdir()) == sorted([living, other, part])


def test_on_windows_nothing_is_taken_for_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stale = tmp_path / f"part-{dead()}-x"
    stale.mkdir()
    monkeypatch.setattr(sys, "platform", "win32")
    with own_folder(tmp_path):
        assert stale.exists()


def test_a_folder_that_takes_nothing(tmp_path: Path) -> None:
    (tmp_path / "down").write_text("no folder")
    with pytest.raises(MissingError, match="down: can't be written"), own_folder(tmp_path / "down"):
        pass
