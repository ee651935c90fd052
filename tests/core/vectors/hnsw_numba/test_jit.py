"""Machine code in files: whatever has become of them, an entry runs."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

pytest.importorskip("numba")

from drill.core.infer.backends.numba.target import config
from drill.core.vectors.hnsw_numba.jit import Entry
from drill.core.vectors.hnsw_numba.warming import keep_code_in


@pytest.fixture(autouse=True)
def _own_setting() -> Iterator[None]:
    before = config.CACHE_DIR
    yield
    config.CACHE_DIR = before


def one_more(number: int) -> int:
    return number + 1


def hits() -> int:
    """Return how often the cache had the code, as a fresh process would find it."""
    entry = Entry(one_more)
    assert entry(4) == 5
    return sum(entry.compiled.stats.cache_hits.values())


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, suffix: str, damage: Callable[[Path], None]) -> None:
    assert keep_code_in(tmp_path) is None
    assert [hits(), hits()] == [0, 1]
    [file] = tmp_path.rglob(f"*{suffix}")
    damage(file)
    assert [hits(), hits()] == [0, 1]


def test_damage_that_comes_between_two_signatures(tmp_path: Path) -> None:
    assert keep_code_in(tmp_path) is None
    entry = Entry(one_more)
    assert entry(4) == 5
    [index] = tmp_path.rglob("*.nbi")
    index.write_bytes(bytes(500))
    assert entry(4.5) == 5.5


def test_a_full_disk_keeps_no_code(
    tmp_path: Path, full_disk: Callable[[], AbstractContextManager[None]]
) -> None:
    assert keep_code_in(tmp_path) is None
    with full_disk():
        found = hits()
    assert [found, hits(), hits()] == [0, 0, 1]


def test_a_folder_that_has_gone_is_made_again(tmp_path: Path) -> None:
    assert keep_code_in(tmp_path / "cache") is None
    shutil.rmtree(tmp_path / "cache")
    assert [hits(), hits()] == [0, 1]


def test_without_a_folder_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(config, "CACHE_DIR", "")
    assert [hits(), hits()] == [0, 0]
