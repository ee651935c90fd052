"""drill in a folder of its own: `drill("due", "--short").out`, in process or as a process; tiny models; a
server that answers as it is told.

Leaves out terminals (cli/conftest.py) and screens (ui/conftest.py).
"""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
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


class Asked(NamedTuple):
    """What a request held."""

    path: str
    headers: dict[str, str]
    body: bytes


class Scripted(ThreadingHTTPServer):
    """A server on this machine that answers the nth request with the nth step of a script, then its last.

    A step is (status, headers, body), or a function that is given the handler and does as it likes.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _ScriptHandler)
        self.script: list[Any] = []
        self.asked: list[Asked] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def says(self, *texts: str) -> None:
        """Answer as a chat endpoint does, a text a request."""
        for text in texts:
            body = {"id": "x", "choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]}
            self.script.append((200, {}, json.dumps(body).encode()))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing where a client has hung up."""


class _ScriptHandler(BaseHTTPRequestHandler):
    server: Scripted

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append(Asked(self.path, dict(self.headers), body))
        step = self.server.script[min(len(self.server.asked), len(self.server.script)) - 1]
        if callable(step):
            step(self)
            return
        status, headers, content = step
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Write no log."""


@pytest.fixture
def scripted() -> Iterator[Scripted]:
    """Such a server, without a script yet."""
    server = Scripted()
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


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


@pytest.fixture(scope="session")
def tiny_bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random sentence encoder of 16 numbers that spells words letter by letter, as safetensors has it."""
    saving = pytest.importorskip("safetensors.numpy")
    import numpy as np

    rng = np.random.default_rng(8)
    letters = [chr(code) for code in range(33, 127) if not chr(code).isupper()]
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *letters, *(f"##{letter}" for letter in letters), "cache"]
    folder = tmp_path_factory.mktemp("models") / "tiny-bert"
    (folder / "1_Pooling").mkdir(parents=True)
    for name, content in _bert_documents({piece: number for number, piece in enumerate(pieces)}).items():
        (folder / name).write_text(json.dumps(content), encoding="utf-8")
    shapes = _bert_shapes(len(pieces))
    arrays = {name: rng.standard_normal(shape, np.float32) / 3 for name, shape in shapes.items()}
    saving.save_file(arrays, folder / "model.safetensors")
    return folder


def _bert_documents(vocabulary: dict[str, int]) -> dict[str, Any]:
    kinds = {"Transformer": "", "Pooling": "1_Pooling", "Normalize": "2_Normalize"}
    return {
        "config.json": {
            "model_type": "bert",
            "hidden_size": 16,
            "num_attention_heads": 2,
            "num_hidden_layers": 2,
            "intermediate_size": 24,
            "vocab_size": len(vocabulary),
            "max_position_embeddings": 40,
        },
        "modules.json": [
            {"type": f"sentence_transformers.models.{kind}", "path": path} for kind, path in kinds.items()
        ],
        "1_Pooling/config.json": {"word_embedding_dimension": 16, "pooling_mode_mean_tokens": True},
        "sentence_bert_config.json": {"max_seq_length": 32, "do_lower_case": False},
        "tokenizer.json": {
            "normalizer": {"type": "BertNormalizer", "lowercase": True, "strip_accents": None},
            "pre_tokenizer": {"type": "BertPreTokenizer"},
            "model": {"type": "WordPiece", "vocab": vocabulary},
        },
    }


def _bert_shapes(rows: int) -> dict[str, tuple[int, ...]]:
    both = {"query": (16, 16), "key": (16, 16), "value": (16, 16)}
    layer: dict[str, tuple[int, ...]] = {f"attention.self.{name}": shape for name, shape in both.items()}
    layer |= {"attention.output.dense": (16, 16), "attention.output.LayerNorm": (16,)}
    layer |= {"intermediate.dense": (24, 16), "output.dense": (16, 24), "output.LayerNorm": (16,)}
    named = {f"encoder.layer.{number}.{name}": shape for number in range(2) for name, shape in layer.items()}
    named |= {"embeddings.LayerNorm": (16,), "pooler.dense": (16, 16)}
    biased = {f"{name}.bias": shape[:1] for name, shape in named.items()}
    tables = {"word": rows, "position": 40, "token_type": 2}
    named |= {f"embeddings.{name}_embeddings": (size, 16) for name, size in tables.items()}
    return {f"{name}.weight": shape for name, shape in named.items()} | biased


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
