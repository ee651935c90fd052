"""drill in a folder of its own: `drill("due", "--short").out`, in process or as a process; a tiny model.

Leaves out terminals (cli/conftest.py) and screens (ui/conftest.py).
"""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from drill.cli.app import App, Paths
from drill.cli.main import run
from drill.content import locate

if TYPE_CHECKING:
    from drill.core.infer.model.config import ModelConfig

ROOT = Path(__file__).resolve().parents[1]
TOYS = Path(__file__).with_name("ui") / "tree"
DAY = "2026-12-10T09:00:00+01:00"
CHATML = (
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + "
    "'<|im_end|>' + '\n'}}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)


class Result(NamedTuple):
    """What a command wrote and returned."""

    out: str
    err: str
    code: int


Drill = Callable[..., Result]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache of compiled banks for all tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The learner's folder; nothing of this machine's own settings reaches a test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("DRILL_HOME", str(folder))
    for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "DRILL_NOW"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def drill(home: Path, cache: Path) -> Drill:
    """Run one command in this process, at nine o'clock of a Thursday."""

    def run_it(
        *args: str,
        stdin: str = "",
        env: dict[str, str] | None = None,
        now: str = DAY,
        data: Path = home,
    ) -> Result:
        out, err = io.StringIO(), io.StringIO()
        world = {"DRILL_NOW": now, **(env or {})}
        app = App(env=world, paths=Paths(data, cache), stdin=io.StringIO(stdin), stdout=out, stderr=err)
        code = run(app, list(args))
        return Result(out.getvalue(), err.getvalue(), code)

    return run_it


@pytest.fixture
def toy_banks(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the place of the shipped banks, one question of each kind that no edit of those changes."""
    monkeypatch.setattr(locate, "_PACKAGE", TOYS / "drill")


@pytest.fixture
def process_env(home: Path, cache: Path) -> dict[str, str]:
    """The environment of a real process of drill; it shares the cache."""
    home.mkdir(exist_ok=True)
    if not (home / "cache").exists():
        (home / "cache").symlink_to(cache)
    path = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    return {**path, "DRILL_HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8"}


@pytest.fixture
def process(process_env: dict[str, str]) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run drill as a process of its own, bytes in and bytes out."""

    def run_it(
        *args: str, stdin: bytes = b"", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "drill", *args]
        world = {**process_env, "DRILL_NOW": DAY, **(env or {})}
        return subprocess.run(command, input=stdin, capture_output=True, env=world, check=False, timeout=60)

    return run_it


@pytest.fixture(scope="session")
def tiny_gguf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random Llama in Q8_0 of 259 tokens that knows ChatML, written by the gguf package."""
    gguf = pytest.importorskip("gguf")
    import numpy as np

    from drill.core.infer.model.config import ModelConfig
    from drill.core.infer.weights.random import random_checkpoint

    config = ModelConfig(
        family="llama",
        name="Tiny",
        layers=2,
        width=32,
        heads=4,
        kv_heads=2,
        head_dim=8,
        hidden=64,
        vocabulary=259,
        context=96,
        eps=1e-5,
        rope_dims=8,
        tied=True,
    )
    path = tmp_path_factory.mktemp("models") / "tiny.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    _write_config(writer, config)
    _write_vocabulary(writer)
    for name, tensor in random_checkpoint(config, np.random.default_rng(5), "Q8_0").tensors.items():
        data = tensor.data.reshape(*tensor.shape[:-1], -1)
        writer.add_tensor(name, data, raw_dtype=gguf.GGMLQuantizationType[tensor.format])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _write_config(writer: Any, config: "ModelConfig") -> None:
    writer.add_name(config.name)
    writer.add_license("apache-2.0")
    writer.add_block_count(config.layers)
    writer.add_context_length(config.context)
    writer.add_embedding_length(config.width)
    writer.add_feed_forward_length(config.hidden)
    writer.add_head_count(config.heads)
    writer.add_head_count_kv(config.kv_heads)
    writer.add_rope_dimension_count(config.rope_dims)
    writer.add_layer_norm_rms_eps(config.eps)


def _write_vocabulary(writer: Any) -> None:
    from drill.core.infer.tokenizer.byte_level import BYTE_OF

    written = {byte: chr(character) for character, byte in BYTE_OF.items()}
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list([*(written[byte] for byte in range(256)), "hi", "<|im_start|>", "<|im_end|>"])
    writer.add_token_types([1] * 257 + [3, 3])
    writer.add_token_merges(["h i"])
    writer.add_bos_token_id(257)
    writer.add_eos_token_id(258)
    writer.add_chat_template(CHATML)
