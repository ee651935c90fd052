"""What authors' checks write: JSON, whole or not at all."""

import os
from pathlib import Path

import pytest
from msgspec import Struct

from drill.authoring.saving import save


class Box(Struct):
    """Something to save."""

    size: int
    parts: dict[str, int]


BOX = Box(3, {"b": 1, "a": 2})


def test_keys_are_sorted_and_all_may_read(tmp_path: Path) -> None:
    path = tmp_path / "box.json"
    save(path, BOX)
    assert path.read_text() == '{\n  "parts": {\n    "a": 2,\n    "b": 1\n  },\n  "size": 3\n}\n'
    assert path.stat().st_mode & 0o777 == 0o644
    assert list(tmp_path.glob("*.json*")) == [path]


def test_a_crash_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "box.json"
    path.write_text("old")

    def crash(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", crash)
    with pytest.raises(KeyboardInterrupt):
        save(path, BOX)
    assert path.read_text() == "old"
