"""Compiling ahead: progress, and machine code that the next process finds again."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

from drill.core.vectors.hnsw_numba.linking import link_run
from drill.core.vectors.hnsw_numba.warming import STEPS, warm

SEARCH = """
import sys
from pathlib import Path
import numpy as np
from drill.core.vectors.hnsw_index import HnswIndex
from drill.core.vectors.hnsw_numba.searching import search_run
from drill.core.vectors.hnsw_numba.warming import keep_code_in
assert keep_code_in(Path(sys.argv[1])) is None
index = HnswIndex(1, engine="python")
index.add([5], [[1]])
fast = HnswIndex(1, engine="numba")
fast.engine.space, fast.engine.graph = index.space, index.graph
assert fast.engine.search(index.space.rows, 1, 1, None)[0].tolist() == [[0]]
print(sum(search_run.compiled.stats.cache_hits.values()))
"""


def test_progress_counts_to_the_end_and_nothing_is_compiled_later() -> None:
    seen: list[tuple[int, int]] = []
    warm(lambda done, total: seen.append((done, total)))
    assert seen == [(done, STEPS) for done in range(1, STEPS + 1)]
    compiled = len(link_run.compiled.signatures)
    warm(lambda _, __: None)
    assert len(link_run.compiled.signatures) == compiled == 1


def test_the_next_process_finds_the_code(tmp_path: Path) -> None:
    def run() -> str:
        command = [sys.executable, "-c", SEARCH, str(tmp_path)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    assert [run(), run()] == ["0", "1"]
