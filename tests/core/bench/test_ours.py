"""drill's own contender and the peers' glue, on a tiny file."""

from collections.abc import Callable
from math import prod
from pathlib import Path

import numpy as np
import pytest

from drill.core.bench.contender import Track, parser
from drill.core.bench.ours import Ours
from drill.core.bench.protocol import Task
from drill.core.bench.transformers import source
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.random import random_checkpoint


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


@pytest.fixture
def numba_model(monkeypatch: pytest.MonkeyPatch) -> Checkpoint:
    """A model that the kernels can run is what any file holds; what they keep goes where the test says."""
    pytest.importorskip("numba")
    from drill.core.infer.backends.numba.target import config as numba

    config = ModelConfig(
        family="llama", name="toy", layers=1, width=64, heads=4, kv_heads=2, head_dim=16, hidden=96,
        vocabulary=96, context=64, eps=1e-5, rope_dims=16, rope_pairing="interleaved", tied=True,
    )  # fmt: skip
    checkpoint = random_checkpoint(config, np.random.default_rng(3), "Q4_1")
    monkeypatch.setattr("drill.core.bench.ours.open_checkpoint", lambda path: checkpoint)
    monkeypatch.setattr(numba, "CACHE_DIR", "")
    return checkpoint


@pytest.mark.parametrize("activations", ["int16", "int8"])
def test_numba_runs_the_tasks_and_keeps_its_code(
    ours: Callable[..., Ours], numba_model: Checkpoint, tmp_path: Path, activations: str
) -> None:
    runner = ours(backend="numba", activations=activations, cache=tmp_path)
    track = Track(runner)

    assert activations in runner.hello.what
    # 20 bytes for 32 weights
    assert (runner.hello.element_bytes, runner.hello.kv_bytes) == (20 / 32, 2)
    for task in (Task("decode", 8, 3), Task("prefill", 0, 16), Task("decode", 8, 3)):
        assert all(np.isfinite(track.run(task)))
    # the folder alone: this process may have compiled all of it before
    assert [folder.is_dir() for folder in tmp_path.iterdir()] == [True]


def test_numba_counts_what_it_unpacks_at_its_size(
    ours: Callable[..., Ours], numba_model: Checkpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Formats without kernels become float32: a token reads more than the file has."""
    tensors = dict(numba_model.tensors)
    down = tensors["blk.0.ffn_down.weight"]
    tensors[down.name] = down._replace(format="Q5_0", data=np.zeros((64, 96 // 32 * 22), np.uint8))
    mixed = numba_model._replace(tensors=tensors)
    monkeypatch.setattr("drill.core.bench.ours.open_checkpoint", lambda path: mixed)
    sizes = {name: prod(tensor.shape) for name, tensor in tensors.items() if len(tensor.shape) == 2}
    kept = sum(size * (4 if name == down.name else 20 / 32) for name, size in sizes.items())

    assert ours(backend="numba").hello.element_bytes == pytest.approx(kept / sum(sizes.values()))


def test_transformers_is_told_where_the_weights_are(tmp_path: Path) -> None:
    file = tmp_path / "tiny.gguf"

    assert source(tmp_path) == {"pretrained_model_name_or_path": str(tmp_path)}
    assert source(file) == {"pretrained_model_name_or_path": str(tmp_path), "gguf_file": "tiny.gguf"}
