"""drill's own contender and the peers' glue, on a tiny file."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from drill.core.bench.contender import Track, parser
from drill.core.bench.ours import Ours
from drill.core.bench.protocol import Task
from drill.core.bench.transformers import source


@pytest.fixture
def ours(tiny_gguf: Path) -> Callable[..., Ours]:
    def make(**changes: object) -> Ours:
        options = parser().parse_args([str(tiny_gguf), "--room", "32", "--threads", "1"])
        vars(options).update({"backend": "numpy", "activations": "int16", "device": "cpu", "cache": None})
        vars(options).update(changes)
        return Ours(options)

    return make


def test_numpy_runs_the_tasks_in_float32(ours: Callable[..., Ours]) -> None:
    runner = ours()
    track = Track(runner)

    assert (runner.hello.element_bytes, runner.hello.kv_bytes) == (4, 4)
    assert "numpy" in runner.hello.what
    for task in (Task("decode", 8, 3), Task("prefill", 0, 16), Task("decode", 8, 3)):
        assert all(np.isfinite(track.run(task)))


def test_transformers_is_told_where_the_weights_are(tmp_path: Path) -> None:
    file = tmp_path / "tiny.gguf"

    assert source(tmp_path) == {"pretrained_model_name_or_path": str(tmp_path)}
    assert source(file) == {"pretrained_model_name_or_path": str(tmp_path), "gguf_file": "tiny.gguf"}
