"""Every kind of index to a file and back, and files whose digests are right but whose content is hostile."""

import json
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drill.core.errors import FileError
from drill.core.infer.arrays import Array, Floats
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.hnsw_index import EngineName, HnswIndex
from drill.core.vectors.index import Found
from drill.core.vectors.ivf import IvfIndex
from drill.core.vectors.metrics import METRICS, Metric
from drill.core.vectors.opening import load
from drill.core.vectors.saving import MAGIC, read, write

AnyIndex = FlatIndex | HnswIndex | IvfIndex


def made(kind: str, rows: Floats, metric: Metric = "l2", engine: EngineName = "python") -> AnyIndex:
    index: AnyIndex
    if kind == "flat":
        index = FlatIndex(rows.shape[1], metric)
    elif kind == "hnsw":
        index = HnswIndex(rows.shape[1], metric, M=4, ef_construction=16, engine=engine)
    else:
        index = IvfIndex(
            rows.shape[1], metric, nlist=4, nprobe=2, subspaces=2 if kind == "ivf-pq" else None, bits=3
        )
        index.train(rows)
    index.add(np.arange(100, 100 + len(rows)), rows)
    index.remove([103, 110])
    return index


@pytest.fixture(scope="module")
def rows(clustered: Callable[..., Floats]) -> Floats:
    found = clustered(80, 6, 4, spread=0.5)
    # copies share a node
    found[70:75] = found[5]
    return found


def same(one: Found, other: Found) -> bool:
    return np.array_equal(one.ids, other.ids) and np.array_equal(one.distances, other.distances)


@pytest.mark.parametrize("kind", ["flat", "hnsw", "ivf", "ivf-pq"])
@pytest.mark.parametrize("metric", METRICS)
def test_a_loaded_index_is_the_same(
    kind: str, metric: Metric, rows: Floats, engine: EngineName, tmp_path: Path
) -> None:
    index = made(kind, rows, metric, engine)
    index.save(tmp_path / "index")
    loaded = load(tmp_path / "index", engine=engine, threads=2)
    assert type(loaded) is type(index)
    assert np.array_equal(loaded.all_ids(), index.all_ids())
    assert same(loaded.search(rows[::6], 4), index.search(rows[::6], 4))
    assert same(
        loaded.search(rows[::6], 4, filter=[101, 120, 5]), index.search(rows[::6], 4, filter=[101, 120, 5])
    )
    for one in (index, loaded):
        one.add([7, 8, 105], np.concatenate([rows[5:6], rows[:2] + 9]))
    assert same(loaded.search(rows[::6], 4), index.search(rows[::6], 4))
    loaded.save(tmp_path / "again")
    index.save(tmp_path / "index")
    if kind != "hnsw":
        assert (tmp_path / "again").read_bytes() == (tmp_path / "index").read_bytes()


@pytest.mark.parametrize("kind", ["flat", "hnsw", "ivf"])
def test_empty_indexes(kind: str, tmp_path: Path) -> None:
    index: AnyIndex = {"flat": FlatIndex, "hnsw": HnswIndex, "ivf": IvfIndex}[kind](3)
    index.save(tmp_path / "index")
    assert load(tmp_path / "index", engine="python").search([[0, 0, 0]], 2).counts.tolist() == [0]


def test_a_graph_that_one_engine_built_runs_on_the_other(rows: Floats, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    index = made("hnsw", rows)
    index.save(tmp_path / "index")
    assert same(load(tmp_path / "index", engine="numba").search(rows, 3), index.search(rows, 3))


def test_centers_and_codebooks_of_a_file_can_be_trained_anew(rows: Floats, tmp_path: Path) -> None:
    index = made("ivf-pq", rows)
    index.save(tmp_path / "index")
    loaded = load(tmp_path / "index")
    for one in (index, loaded):
        assert isinstance(one, IvfIndex)
        one.train(rows[:40])
    assert same(loaded.search(rows[::6], 4), index.search(rows[::6], 4))


def test_vectors_stay_in_the_file(rows: Floats, tmp_path: Path) -> None:
    made("hnsw", rows).save(tmp_path / "index")
    loaded = load(tmp_path / "index", engine="python")
    assert isinstance(loaded, HnswIndex)
    assert not loaded.space.rows.flags.owndata
    assert loaded.space.rows.ctypes.data % 64 == 0


Change = Callable[[dict[str, Any], dict[str, Array]], object]


def set_links(name: str, at: tuple[int, int], value: int) -> Change:
    return lambda _, arrays: arrays[name].__setitem__(at, value)


def setting(name: str, value: object) -> Change:
    return lambda settings, _: settings.__setitem__(name, value)


def array(name: str, value: Array) -> Change:
    return lambda _, arrays: arrays.__setitem__(name, value)


# more than memory has, than an array may have, than 64 bits hold
HUGE = (2**40, 2**62, 2**70)
HOSTILE: list[tuple[str, Change]] = [
    ("hnsw", set_links("base", (3, 0), 10_000)),
    ("hnsw", set_links("base", (3, 0), -2)),
    ("hnsw", set_links("base", (3, 0), -1)),
    ("hnsw", set_links("upper", (0, 0), 10_000)),
    # a node of layer 0 as neighbor above
    ("hnsw", lambda _, arrays: arrays["upper"].__setitem__((0, 0), int(np.argmin(arrays["levels"])))),
    ("hnsw", lambda _, arrays: arrays["levels"].__setitem__(0, 9)),
    ("hnsw", lambda _, arrays: arrays["levels"].__iadd__(1)),
    ("hnsw", setting("entry", 10_000)),
    ("hnsw", setting("entry", -1)),
    ("hnsw", setting("entry", 1.5)),
    ("hnsw", setting("M", 5)),
    ("hnsw", setting("M", 1)),
    ("hnsw", setting("dimension", 40)),
    *[(kind, setting("dimension", size)) for kind in ("flat", "hnsw", "ivf", "ivf-pq") for size in HUGE],
    *[("hnsw", setting("M", size)) for size in HUGE],
    *[("ivf", setting("nlist", size)) for size in HUGE],
    *[("ivf-pq", setting(name, size)) for name in ("subspaces", "bits") for size in HUGE],
    ("hnsw", setting("metric", "hamming")),
    ("flat", setting("metric", "l2\n\x1b[2J")),
    ("hnsw", lambda _, arrays: arrays["ids"].__setitem__(0, arrays["ids"][1])),
    ("hnsw", lambda _, arrays: arrays["ids"].__setitem__(0, -4)),
    ("hnsw", lambda _, arrays: arrays["id_nodes"].__setitem__(0, 10_000)),
    ("hnsw", lambda _, arrays: arrays.pop("base")),
    ("hnsw", array("rows", np.zeros((1, 16), np.float32))),
    ("flat", lambda _, arrays: arrays["ids"].__setitem__(0, 10_000)),
    ("flat", array("rows", np.zeros((3, 6), np.float32))),
    ("ivf", lambda _, arrays: arrays["sizes"].__iadd__(1)),
    ("ivf", lambda _, arrays: arrays["sizes"].__setitem__(slice(0, 2), [-1, 10_000])),
    # their sum is right, when it is counted modulo 2**64
    ("ivf", array("sizes", np.array([2**62, 2**62, 2**62, 2**62 + 78]))),
    ("ivf", array("centers", np.zeros((3, 6), np.float32))),
    ("ivf", array("centers", np.zeros((0, 6), np.float32))),
    ("ivf", setting("nlist", 0)),
    ("ivf-pq", lambda _, arrays: arrays["codes"].__setitem__((0, 0), 8)),
    ("ivf-pq", array("codebooks", np.zeros((2, 8, 2), np.float32))),
    ("ivf-pq", setting("subspaces", 4)),
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_content_is_refused(number: int, rows: Floats, tmp_path: Path) -> None:
    """The compiled engine reads where links lead without looking: none may lead out of the arrays."""
    kind, change = HOSTILE[number]
    path = tmp_path / "index"
    made(kind, rows).save(path)
    stored = read(path)
    settings, arrays = dict(stored.settings), {name: each.copy() for name, each in stored.arrays.items()}
    change(settings, arrays)
    write(path, stored.kind, settings, arrays)
    with pytest.raises(FileError) as caught:
        load(path, engine="python")
    assert str(caught.value).isprintable()
    assert str(caught.value).startswith(str(path))


def test_a_kind_that_nobody_knows(tmp_path: Path) -> None:
    write(tmp_path / "index", "lsh", {}, {})
    with pytest.raises(FileError, match="no index is of kind lsh"):
        load(tmp_path / "index")


@pytest.mark.parametrize(
    "change",
    [
        {"dtype": "|O"},
        {"shape": [-1]},
        {"shape": [2**70]},
        {"shape": [0, 2**62]},
        {"shape": [0, 2**70]},
        {"shape": [0] * 100},
        {"shape": [1] * 100},
        {"shape": None},
        {"dtype": None},
        {"shape": 5},
        {"start": 1},
        {"start": 2**60},
        {"start": "0"},
    ],
)
def test_hostile_descriptions(
    change: dict[str, object], rows: Floats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A header may say anything, with a right digest."""
    dumps = json.dumps

    def lie(what: dict[str, Any]) -> str:
        what["arrays"][0].update(change)
        return dumps(what)

    monkeypatch.setattr("drill.core.vectors.saving.json.dumps", lie)
    made("flat", rows).save(tmp_path / "index")
    with pytest.raises(FileError, match="an array"):
        load(tmp_path / "index")


EMPTY = blake2b(digest_size=16).hexdigest()
FLAT = {
    "kind": "flat",
    "settings": {"dimension": 3, "metric": "l2"},
    "size": 0,
    "digest": EMPTY,
    "arrays": [],
}
STRANGE: list[object] = [None, 5, [5], {}, "a\n\x1b[2J"]


@pytest.mark.parametrize(
    "header",
    [
        *["", "{", "[]", "null", "{}", "[" * 100_000, "1" * 5000, '{"size": 0, "size": 0}', b"\xff\xfe"],
        *[json.dumps(FLAT | {name: value}) for name in FLAT for value in STRANGE],
    ],
)
def test_hostile_headers(header: str | bytes, tmp_path: Path) -> None:
    path = tmp_path / "index"
    text = header.encode() if isinstance(header, str) else header
    prefix = MAGIC + (1).to_bytes(4, "little") + len(text).to_bytes(4, "little")
    path.write_bytes(prefix + blake2b(text, digest_size=16).digest() + text)
    with pytest.raises(FileError) as caught:
        load(path)
    assert str(caught.value).isprintable()
