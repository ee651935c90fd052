"""Publishing, refusing, rolling back, and a crash at every step."""

import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drill.core.errors import FileError, InputError, MissingError
from drill.core.vectors import hnsw_index, versioned
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.hashing import HashingEmbedder
from drill.core.vectors.hnsw_index import HnswIndex
from drill.core.vectors.index import Found, Index
from drill.core.vectors.manifest import Manifest
from drill.core.vectors.opening import load
from drill.core.vectors.versioned import Versions

MANIFEST = Manifest(model="one", sha256="11" * 32, dimension=4, chunker="whole")


def flat(*rows: int) -> FlatIndex:
    """Vectors of some ids, each its own."""
    index = FlatIndex(4, "cosine")
    index.add(list(rows), np.random.default_rng(1).standard_normal((99, 4))[list(rows)])
    return index


def ids(index: Index) -> list[int]:
    found: list[int] = index.all_ids().tolist()
    return found


@pytest.fixture
def versions(tmp_path: Path) -> Versions:
    return Versions(tmp_path / "index")


def test_nothing_is_there_at_first(versions: Versions) -> None:
    assert versions.manifest() is None
    assert not versions.folder.exists()
    with pytest.raises(FileError, match=r"index: has no index yet; build one$"):
        versions.open(MANIFEST)
    with pytest.raises(FileError, match="can't be read"):
        versions.roll_back()


def test_what_is_published_is_opened(versions: Versions) -> None:
    assert versions.publish(flat(1, 2, 3), MANIFEST) == 1.0
    assert versions.manifest() == MANIFEST
    index = versions.open(MANIFEST._replace(model="another name of it"))
    assert ids(index) == [1, 2, 3]
    assert index.search(flat(2).rows_of(np.array([2])), 1).ids.tolist() == [[2]]


def test_an_empty_index_can_be_published(versions: Versions) -> None:
    assert versions.publish(FlatIndex(4), MANIFEST) == 1.0
    assert ids(versions.open(MANIFEST)) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"model": "two", "sha256": "22"}, r"was built with one, not with two as asked \(sha256 differ\)"),
        ({"pooling": "cls", "prefix": "query: "}, r"not with one as asked \(pooling, prefix differ\)"),
        ({"chunker": "halves"}, r"\(chunker differ\); build the index anew$"),
    ],
)
def test_another_model_of_the_same_dimension_is_refused(
    versions: Versions, change: dict[str, Any], says: str
) -> None:
    versions.publish(flat(1), MANIFEST)
    with pytest.raises(FileError, match=says) as caught:
        versions.open(MANIFEST._replace(**change))
    assert "\n" not in str(caught.value)


def test_two_embedders_of_one_dimension_are_told_apart(versions: Versions) -> None:
    embedder = HashingEmbedder(4)
    manifest = MANIFEST._replace(sha256=embedder.digest)
    index = FlatIndex(4, "cosine")
    index.add([0], embedder.embed(["a text"]).vectors)
    versions.publish(index, manifest)
    assert ids(versions.open(manifest)) == [0]
    with pytest.raises(FileError, match="sha256 differ"):
        versions.open(MANIFEST)


def test_the_one_before_is_kept_and_those_of_long_ago_go(versions: Versions) -> None:
    for number in (1, 2, 3):
        versions.publish(flat(number), MANIFEST)
    assert ids(versions.open(MANIFEST)) == [3]
    assert len(list(versions.folder.glob("version-*"))) == 2
    versions.roll_back()
    assert ids(versions.open(MANIFEST)) == [2]
    versions.roll_back()
    assert ids(versions.open(MANIFEST)) == [3]


def test_the_first_has_none_before(versions: Versions) -> None:
    versions.publish(flat(1), MANIFEST)
    with pytest.raises(FileError, match=r"keeps no index from before; build the one that you want$"):
        versions.roll_back()


def test_an_index_that_finds_too_little_stays_out(
    versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Blind(FlatIndex):
        """Finds the furthest."""

        def search(self, queries: Any, k: int, **options: Any) -> Found:
            return super().search(-np.asarray(queries), k, **options)

    blind = Blind(4, "cosine")
    blind.add(np.arange(60), np.random.default_rng(2).standard_normal((60, 4)))
    versions.publish(flat(1), MANIFEST)
    monkeypatch.setattr(versioned, "load", lambda path: blind)
    with pytest.raises(
        InputError, match=r"finds 0\.\d{3} of the nearest, 0.95 is asked for; the old one stays$"
    ):
        versions.publish(blind, MANIFEST)
    monkeypatch.undo()
    assert ids(versions.open(MANIFEST)) == [1]
    assert len(list(versions.folder.glob("version-*"))) == 1


def test_a_graph_is_measured_as_it_lies_on_the_disk(versions: Versions) -> None:
    index = HnswIndex(4, M=4, ef_construction=32, seed=1, engine="python")
    index.add(np.arange(200), np.random.default_rng(3).standard_normal((200, 4)))
    assert versions.publish(index, MANIFEST, sample=40, least_recall=0.8) >= 0.8
    assert ids(versions.open(MANIFEST)) == list(range(200))


def test_a_graph_opens_where_there_is_no_numba(versions: Versions, monkeypatch: pytest.MonkeyPatch) -> None:
    index = HnswIndex(4, seed=1)
    index.add([1, 2], np.eye(2, 4))
    versions.publish(index, MANIFEST)
    monkeypatch.setattr(hnsw_index, "find_spec", lambda name: None)
    assert ids(versions.open(MANIFEST)) == [1, 2]
    (place,) = versions.folder.glob("version-*/index")
    with pytest.raises(MissingError) as caught:
        load(place, engine="numba")
    assert str(caught.value) == "numba is not installed; pip install 'drill[fast]', or take engine python"


def test_dimensions_must_agree(versions: Versions) -> None:
    with pytest.raises(InputError, match="the index has 4 dimensions, its manifest 5; mend one"):
        versions.publish(flat(1), MANIFEST._replace(dimension=5))
    versions.publish(flat(1), MANIFEST)
    (place,) = versions.folder.glob("version-*/manifest.json")
    lie = MANIFEST._replace(dimension=5)
    place.write_text(json.dumps(lie._asdict()), encoding="utf-8")
    with pytest.raises(
        FileError, match="holds 4 numbers a vector, its manifest says 5; build the index anew"
    ):
        versions.open(lie)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", "{}", '{"current": 3}', '{"current": "../x"}', '{"current": "version-/../.."}',
     '{"current": "version-x", "previous": "/etc"}', '{"current": "version-absent"}'],
)  # fmt: skip
def test_a_hostile_pointer_leads_nowhere(versions: Versions, text: str) -> None:
    versions.publish(flat(1), MANIFEST)
    (versions.folder / "current.json").write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        versions.open(MANIFEST)
    assert "\n" not in str(caught.value)
    # and can be replaced
    versions.publish(flat(2), MANIFEST)
    assert ids(versions.open(MANIFEST)) == [2]


def test_a_damaged_index_is_refused(versions: Versions) -> None:
    versions.publish(flat(1, 2), MANIFEST)
    (place,) = versions.folder.glob("version-*/index")
    whole = place.read_bytes()
    for broken in (b"", whole[:40], whole[:-1], whole[:-70] + b"\1" + whole[-69:]):
        place.write_bytes(broken)
        with pytest.raises(FileError):
            versions.open(MANIFEST)


def test_a_folder_that_takes_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(FileError, match=r"file: can't be written \(.*\); choose another place$"):
        Versions(tmp_path / "file").publish(flat(1), MANIFEST)


def test_a_folder_that_shows_nothing(versions: Versions, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that another user has made."""

    def denied(_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", denied)
    for ask in (versions.manifest, lambda: versions.open(MANIFEST)):
        with pytest.raises(
            FileError, match=r"index: can't be read \(Permission denied\); mend who may read it"
        ):
            ask()


def test_a_failed_write_keeps_the_old_one(versions: Versions, monkeypatch: pytest.MonkeyPatch) -> None:
    versions.publish(flat(1), MANIFEST)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="No space left on device"):
        versions.publish(flat(2), MANIFEST)
    monkeypatch.undo()
    assert ids(versions.open(MANIFEST)) == [1]
    assert len(list(versions.folder.glob("version-*"))) == 1


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", range(8))
def test_a_failure_at_any_step_leaves_what_the_pointer_names(
    versions: Versions, step: int, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last steps fail when the new one is current already: it must not be cleaned away."""
    versions.publish(flat(1), MANIFEST)
    calls = iter(range(100))

    def failing(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            if next(calls) == step:
                raise error
            return real(*args)

        return call

    for module, name in ((os, "fsync"), (Path, "replace")):
        monkeypatch.setattr(module, name, failing(getattr(module, name)))
    with suppress(FileError, KeyboardInterrupt):
        versions.publish(flat(2), MANIFEST)
    monkeypatch.undo()
    assert ids(versions.open(MANIFEST)) in ([1], [2])
    versions.publish(flat(3), MANIFEST)
    assert ids(versions.open(MANIFEST)) == [3]


STEPS = ("fsync", "replace", "mkdir", "rmtree")


def publish_and_die(versions: Versions, step: str, at: int) -> None:
    """Publish ids 2 and end this process, without any cleaning up, at a step's `at`-th call."""
    calls = iter(range(100))

    def dying(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            if next(calls) == at:
                os._exit(9)
            return real(*args, **options)

        return call

    module, name = {"fsync": (os, "fsync"), "replace": (Path, "replace"), "mkdir": (Path, "mkdir")}.get(
        step, (shutil, "rmtree")
    )
    setattr(module, name, dying(getattr(module, name)))
    versions.publish(flat(2), MANIFEST)
    os._exit(0)


@pytest.mark.parametrize("step", STEPS)
def test_a_crash_leaves_the_old_one_or_the_new_one(versions: Versions, step: str) -> None:
    versions.publish(flat(0), MANIFEST)
    versions.publish(flat(1), MANIFEST)
    outcomes = []
    for at in range(8):
        child = get_context("fork").Process(target=publish_and_die, args=(versions, step, at))
        child.start()
        child.join()
        outcomes.append((child.exitcode, ids(versions.open(MANIFEST))))
        # whatever was left behind, the next one succeeds and sweeps
        versions.publish(flat(1), MANIFEST)
        assert len(list(versions.folder.glob("version-*"))) == 2
        if child.exitcode == 0:
            break
    assert outcomes[-1] == (0, [2])
    assert {tuple(found) for _, found in outcomes} <= {(1,), (2,)}
    assert all(code == 9 for code, _ in outcomes[:-1])


def publish_some(folder: Path, number: int) -> None:
    for _ in range(5):
        Versions(folder).publish(flat(number), MANIFEST)


def test_builders_at_once_take_turns(versions: Versions) -> None:
    builders = [
        get_context("fork").Process(target=publish_some, args=(versions.folder, number))
        for number in (1, 2, 3)
    ]
    for builder in builders:
        builder.start()
    for builder in builders:
        builder.join()
    assert [builder.exitcode for builder in builders] == [0, 0, 0]
    assert ids(versions.open(MANIFEST))[0] in (1, 2, 3)
    assert len(list(versions.folder.glob("version-*"))) == 2
