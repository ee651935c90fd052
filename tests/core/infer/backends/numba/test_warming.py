"""Compiling ahead: progress, and machine code that the next process finds again."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.backends.numba.jit import Routine
from drill.core.infer.backends.numba.model import NumbaLlama
from drill.core.infer.backends.numba.target import config, current
from drill.core.infer.backends.numba.vectors import norm, swiglu
from drill.core.infer.backends.numba.warming import keep_code_in, warm
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.weights.random import random_checkpoint

ONE_KERNEL = """
import sys
from pathlib import Path
from drill.core.infer.backends.numba.vectors import norm
from drill.core.infer.backends.numba.warming import keep_code_in
assert keep_code_in(Path(sys.argv[1])) is None
assert norm.address
print(norm.compiled.cache_hits)
"""


@pytest.fixture(autouse=True)
def _own_setting() -> Iterator[None]:
    before = config.CACHE_DIR
    yield
    config.CACHE_DIR = before


def test_the_next_process_finds_the_code(tmp_path: Path) -> None:
    def run() -> str:
        command = [sys.executable, "-c", ONE_KERNEL, str(tmp_path)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    assert [run(), run()] == ["0", "1"]


def test_the_folder_names_cpu_and_sources(tmp_path: Path) -> None:
    assert keep_code_in(tmp_path) is None
    [folder] = tmp_path.iterdir()
    cpu, sources = folder.name.rsplit("-", 1)
    assert cpu == current().cpu
    assert len(sources) == 16
    assert str(folder) == config.CACHE_DIR


def test_a_folder_that_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    before = config.CACHE_DIR
    line = keep_code_in(tmp_path / "file" / "cache")
    assert line is not None
    assert "compiled anew by each process" in line
    assert "\n" not in line
    assert before == config.CACHE_DIR


def nothing(_: int) -> None:
    """Stand for a kernel."""


def hits() -> int:
    """Return how often the cache had the code, as a fresh process would find it."""
    routine = Routine(nothing)
    assert routine.address
    return int(routine.compiled.cache_hits)


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, suffix: str, damage: Callable[[Path], None]) -> None:
    assert keep_code_in(tmp_path) is None
    assert [hits(), hits()] == [0, 1]
    [file] = tmp_path.rglob(f"*{suffix}")
    damage(file)
    assert [hits() for _ in range(3)][::2] == [0, 1]


def test_a_full_disk_keeps_no_code(
    tmp_path: Path, full_disk: Callable[[], AbstractContextManager[None]]
) -> None:
    assert keep_code_in(tmp_path) is None
    with full_disk():
        found = hits()
    assert [found, hits(), hits()] == [0, 0, 1]


def test_progress_counts_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    routines: list[Routine] = [norm, swiglu]
    warm(routines, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]


def test_a_warm_model_compiles_no_more(plain: ModelConfig, rng: np.random.Generator) -> None:
    model = NumbaLlama(random_checkpoint(plain, rng, "Q4_1"), threads=1)
    seen: list[int] = []
    model.warm(lambda done, total: seen.append(total - done))
    assert seen[-1] == 0
    model.warm(lambda _, __: pytest.fail("compiled twice"))
