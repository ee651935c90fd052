"""Files written whole or not at all, and changed by one drill at a time."""

import sys
from pathlib import Path

import pytest

from drill.content.writing import alone, write_atomically, write_bytes_atomically
from drill.errors import MissingError

fcntl = pytest.importorskip("fcntl")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "own.yaml"


def is_held(path: Path) -> bool:
    with path.with_name(f"{path.name}.lock").open("ab") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.mkdir()
    with pytest.raises(MissingError, match="can't be written"):
        write_atomically(path, "text")
    assert path.is_dir()
    write_atomically(tmp_path / "deep" / "down" / "file", "text")
    assert (tmp_path / "deep" / "down" / "file").read_text() == "text"
    write_bytes_atomically(tmp_path / "bytes", b"\r\n\xff")
    assert (tmp_path / "bytes").read_bytes() == b"\r\n\xff"


def test_a_file_is_held_until_it_is_changed(path: Path) -> None:
    with alone(path):
        assert is_held(path)
    assert not is_held(path)


def test_an_error_lets_the_file_go(path: Path) -> None:
    with pytest.raises(ZeroDivisionError), alone(path):
        raise ZeroDivisionError
    assert not is_held(path)


def test_windows_has_no_such_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        with alone(path):
            write_atomically(path, "text")
    assert [file.name for file in path.parent.iterdir()] == ["own.yaml"]


def test_a_folder_that_takes_no_lock_is_named(path: Path) -> None:
    path.parent.write_text("a file", "utf-8")
    with (
        pytest.raises(MissingError, match=r"own\.yaml: can't be written \(.*\); free the folder"),
        alone(path),
    ):
        raise AssertionError("nothing may be changed here")
