"""Files written whole or not at all, and changed by one drill at a time."""

import os
import subprocess
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


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_atomically(path, "before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(MissingError, match=r"can't be written \(No space left on device\)"):
        write_atomically(path, "after")
    assert path.read_text("utf-8") == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_what_a_link_leads_to_is_written_and_keeps_its_permissions(tmp_path: Path) -> None:
    path, link = tmp_path / "shared" / "own.yaml", tmp_path / "own.yaml"
    write_atomically(path, "before")
    path.chmod(0o600)
    link.symlink_to(path)
    write_atomically(link, "after")
    assert link.is_symlink()
    assert path.read_text("utf-8") == "after"
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_device_takes_the_bytes_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(pipe, "text")
    assert os.read(reader, 100) == b"text"
    os.close(reader)
    assert pipe.is_fifo()


def test_two_drills_may_write_one_file_at_once(tmp_path: Path) -> None:
    """Each under a name of its own: a half of one never ends in the other's place."""
    path, texts = tmp_path / "file", ["a" * 2_000_000, "b" * 2_000_000]
    write_atomically(path, texts[0])
    code = (
        "import sys; from pathlib import Path; from drill.content.writing import write_atomically\n"
        "for _ in range(60): write_atomically(Path(sys.argv[1]), sys.argv[2] * 2_000_000)"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, str(path), text[0]]) for text in texts]
    while any(writer.poll() is None for writer in writers):
        assert path.read_text("utf-8") in texts
    assert [writer.returncode for writer in writers] == [0, 0]
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
