"""Files against damage: every cut, every flipped bit is refused in one line; and the format itself."""

from pathlib import Path

import numpy as np
import pytest

from drill.core.errors import FileError
from drill.core.infer.arrays import Array
from drill.core.vectors.saving import MAGIC, Stored, read, write

ARRAYS: dict[str, Array] = {
    "ids": np.arange(5, dtype=np.int64),
    "rows": np.linspace(0, 1, 35, dtype=np.float32).reshape(5, 7),
    "codes": np.empty((5, 0), np.uint8),
    "nodes": np.array([3], np.int32),
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "index"
    write(path, "toy", {"k": 3, "metric": "l2"}, ARRAYS)
    return path


def refused(path: Path) -> str:
    with pytest.raises(FileError) as caught:
        read(path)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(path))
    return message


def test_what_was_written_is_read(file: Path) -> None:
    stored = read(file)
    assert (stored.kind, stored.settings) == ("toy", {"k": 3, "metric": "l2"})
    assert stored.arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        found = stored.arrays[name]
        assert (found.dtype, found.tolist(), found.shape) == (array.dtype, array.tolist(), array.shape)
        assert found.ctypes.data % 64 == 0 or not found.size


def test_arrays_stay_in_the_mapped_file(file: Path) -> None:
    rows = read(file).arrays["rows"]
    assert not rows.flags.writeable
    assert not rows.flags.owndata


def test_cut_at_every_place(file: Path) -> None:
    whole = file.read_bytes()
    for size in range(len(whole)):
        file.write_bytes(whole[:size])
        refused(file)
    file.write_bytes(whole + b"\0")
    assert "bytes of" in refused(file)


def test_every_byte_counts(file: Path) -> None:
    whole = file.read_bytes()
    for at in range(len(whole)):
        flipped = bytearray(whole)
        flipped[at] ^= 1 << at % 8
        file.write_bytes(flipped)
        refused(file)


def test_what_is_no_index(tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert "name a model file" in refused(path)
    path.write_bytes(b"")
    refused(path)
    path.write_bytes(b"GGUF" * 100)
    assert "is no index of drill" in refused(path)
    path.write_bytes(MAGIC + (2).to_bytes(4, "little") + bytes(100))
    assert "has version 2, this drill reads 1" in refused(path)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="can't be written"):
        write(tmp_path / "absent" / "file", "toy", {}, {})


def test_a_write_that_fails_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()
    monkeypatch.setattr("os.fsync", _full)
    with pytest.raises(FileError, match="No space left"):
        write(file, "toy", {}, {})
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == ["index"]


def _full(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_what_is_asked_of_a_stored_index() -> None:
    stored = Stored("here", "toy", {"k": True, "metric": 5}, ARRAYS)
    assert stored.array("rows", "<f4", (5, None)).shape == (5, 7)
    for name, dtype, shape in (
        ("none", "<f4", (5, 7)),
        ("rows", "<i4", (5, 7)),
        ("rows", "<f4", (5,)),
        ("rows", "<f4", (5, 8)),
    ):
        with pytest.raises(FileError, match=f"here: {name} .*; build the index anew"):
            stored.array(name, dtype, shape)
    with pytest.raises(FileError, match="k isn't a whole number"):
        stored.number("k")
    with pytest.raises(FileError, match="metric isn't printable text"):
        stored.text("metric")
