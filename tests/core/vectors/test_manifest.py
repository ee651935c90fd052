"""Manifests as values and as files."""

import json
from pathlib import Path
from typing import Any

import pytest

from drill.core.errors import FileError
from drill.core.vectors.manifest import Manifest, read_manifest, written_manifest

MANIFEST = Manifest(model="m", sha256="ab", dimension=4, prefix="query:\n", chunker="whole")


def test_a_file_holds_all_of_it(tmp_path: Path) -> None:
    (tmp_path / "m").write_text(written_manifest(MANIFEST), encoding="utf-8")
    assert read_manifest(tmp_path / "m") == MANIFEST


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("sha256", "cd"),
        ("dimension", 5),
        ("pooling", "cls"),
        ("normalized", False),
        ("prefix", ""),
        ("chunker", "halves"),
    ],
)
def test_each_field_that_moves_vectors_tells_two_apart(field: str, value: Any) -> None:
    assert MANIFEST.differs_in(MANIFEST._replace(**{field: value})) == [field]


def test_the_same_weights_under_another_name_are_the_same() -> None:
    assert MANIFEST.differs_in(MANIFEST._replace(model="alias")) == []


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("model", None, "doesn't say model; get a complete file"),
        ("model", "a\nb", "model must be printable text; get the file again"),
        ("dimension", 0, "dimension must be a whole number of at least 1; get the file again"),
        ("normalized", "yes", "normalized must be true or false; get the file again"),
        ("prefix", 3, "prefix must be text; build the index anew"),
    ],
)
def test_broken_files_are_named(tmp_path: Path, field: str, value: object, says: str) -> None:
    (tmp_path / "m").write_text(json.dumps({**MANIFEST._asdict(), field: value}), encoding="utf-8")
    with pytest.raises(FileError, match=f"m: {says}$"):
        read_manifest(tmp_path / "m")
