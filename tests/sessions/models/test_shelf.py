"""Names and paths: what was added, fetched, moved away, and which model is meant."""

import os
from pathlib import Path

import pytest

from drill.errors import ContentError, MissingError, UsageError
from drill.sessions.models.shelf import Shelf, find_model, whole_path


@pytest.fixture
def shelf(shelf_: Shelf) -> Shelf:
    return shelf_


@pytest.fixture
def fetched(shelf: Shelf) -> Path:
    path = shelf.place("smollm2")
    path.parent.mkdir(parents=True)
    path.touch()
    return path


def test_an_empty_shelf_makes_no_folder(shelf: Shelf) -> None:
    assert shelf.models() == []
    assert not shelf.folder.exists()


def test_what_is_added_stays_where_it_lies(shelf: Shelf, tmp_path: Path) -> None:
    file = tmp_path / "own.gguf"
    file.touch()
    shelf.add("own", file)
    assert Shelf(shelf.folder).models() == [("own", file, "added")]
    assert [path.name for path in shelf.folder.iterdir()] == ["added.json"]
    removed = shelf.remove("own")
    assert (removed.origin, shelf.models(), file.exists()) == ("added", [], True)


def test_what_was_fetched_is_deleted(shelf: Shelf, fetched: Path) -> None:
    assert shelf.models() == [("smollm2", fetched, "fetched")]
    assert shelf.remove("smollm2").origin == "fetched"
    assert not fetched.parent.exists()
    with pytest.raises(UsageError, match="no model `smollm2`; `drill model list` shows all"):
        shelf.remove("smollm2")


def test_a_name_is_taken_once(shelf: Shelf, tmp_path: Path) -> None:
    shelf.add("own", tmp_path / "one.gguf")
    with pytest.raises(UsageError, match=r"`own` is the name of .*one.gguf; give another with --name"):
        shelf.add("own", tmp_path / "other.gguf")
    says = "`smollm2` is the name of a model that `drill model get` fetches; give another with --name"
    with pytest.raises(UsageError, match=says):
        shelf.add("smollm2", tmp_path / "other.gguf")


@pytest.mark.parametrize("name", ["", "-x", ".x", "a/b", "a\nb", "\x1b[31m"])
def test_a_name_can_be_typed_and_shown(shelf: Shelf, name: str) -> None:
    with pytest.raises(UsageError, match=r"`.*` can't be a model's name; give another with --name"):
        shelf.add(name, Path("/x.gguf"))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"models": {"x": 1}}', "\xff"])
def test_a_damaged_list_is_named(shelf: Shelf, text: str) -> None:
    shelf.folder.mkdir(parents=True)
    (shelf.folder / "added.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(
        ContentError, match=r"added.json: can't be read \(.*\); mend or delete it, then add your"
    ):
        shelf.models()


def test_a_folder_that_takes_nothing(shelf: Shelf) -> None:
    shelf.folder.parent.mkdir(exist_ok=True)
    shelf.folder.symlink_to(shelf.folder.parent / "gone" / "away")
    with pytest.raises(MissingError, match="can't be written"):
        shelf.add("own", Path("/x.gguf"))


def test_a_list_written_in_part_changes_nothing(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.add("own", tmp_path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(MissingError, match="No space left on device"):
        shelf.add("other", tmp_path)
    assert [model.name for model in shelf.models()] == ["own"]


def test_without_a_name_the_only_one_is_meant(shelf: Shelf, tmp_path: Path) -> None:
    with pytest.raises(MissingError, match="no model yet; `drill model get smollm2` fetches one"):
        find_model(shelf, None)
    shelf.add("own", tmp_path)
    assert find_model(shelf, None) == tmp_path
    shelf.add("other", tmp_path)
    with pytest.raises(UsageError, match="there are several models: other, own; name one"):
        find_model(shelf, None)


def test_without_a_name_the_fetched_one_is_meant(shelf: Shelf, fetched: Path, tmp_path: Path) -> None:
    shelf.add("own", tmp_path)
    assert find_model(shelf, None) == fetched


def test_a_name_goes_before_a_path(shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own").touch()
    assert find_model(shelf, "own") == tmp_path / "own"
    shelf.add("own", tmp_path)
    assert find_model(shelf, "own") == tmp_path


def test_what_is_not_there(shelf: Shelf, tmp_path: Path) -> None:
    with pytest.raises(MissingError, match="smollm2 is not here yet; `drill model get smollm2` fetches it"):
        find_model(shelf, "smollm2")
    with pytest.raises(UsageError, match="`own` is no file, and no model: there are none yet"):
        find_model(shelf, "own")
    for text in ("", "a" * 5000, "a\0b", "\ud800"):
        with pytest.raises(UsageError):
            find_model(shelf, text)
    shelf.add("own", tmp_path / "gone.gguf")
    with pytest.raises(MissingError, match=r"own: .*gone.gguf is gone; put it back or `drill model rm own`"):
        find_model(shelf, "own")
    with pytest.raises(UsageError, match="there are own"):
        find_model(shelf, "onw")


def test_paths_are_whole_and_links_keep_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "blobs").mkdir()
    (tmp_path / "blobs" / "0123").touch()
    (tmp_path / "model.gguf").symlink_to(tmp_path / "blobs" / "0123")
    monkeypatch.chdir(tmp_path / "blobs")
    assert whole_path(Path("../model.gguf")) == tmp_path / "model.gguf"
    assert whole_path(Path()) == tmp_path / "blobs"
    assert whole_path(Path("..")) == tmp_path


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"absent: can't be read \(No such file or directory\); check the path"
    ):
        whole_path(tmp_path / "absent")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for path in (tmp_path / "loop", tmp_path / "loop" / "x", tmp_path / ("a" * 300)):
        with pytest.raises(UsageError, match="can't be read"):
            whole_path(path)
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(UsageError, match="fifo: neither a file nor a folder; name a model"):
        whole_path(tmp_path / "fifo")
    with pytest.raises(UsageError, match="a path with control characters can't be used; rename it"):
        whole_path(tmp_path / "a\nb")
