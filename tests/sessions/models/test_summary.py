"""A model in numbers: equal to the formulas of facts, to the file, and to the arrays of a real cache."""

import json
import os
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drill.core.infer.backends.choose import load_model
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.tokenizer.vocabulary import Vocabulary
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.open import open_checkpoint
from drill.core.infer.weights.random import random_checkpoint
from drill.facts.models import MODELS
from drill.sessions.models import summary as summary_
from drill.sessions.models.catalog import CATALOG
from drill.sessions.models.shelf import Shelf
from drill.sessions.models.summary import listed, summarize

LLAMA = ModelConfig(
    family="llama",
    name="small\x1b[31m",
    layers=3,
    width=64,
    heads=4,
    kv_heads=2,
    head_dim=32,
    hidden=96,
    vocabulary=48,
    context=128,
    eps=1e-5,
    rope_dims=32,
)
GPT2 = replace(
    LLAMA, family="gpt2", kv_heads=4, head_dim=16, hidden=256, rope_dims=0, qkv_bias=True, tied=True
)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """`opened(config)`: the summary of a random model of this shape, as if a folder held it."""

    def summarized(config: ModelConfig, format: str = "F32", vocabulary: Vocabulary | None = None) -> Any:
        checkpoint = random_checkpoint(config, np.random.default_rng(0), format)
        whole = Checkpoint(config, checkpoint.tensors, vocabulary)
        monkeypatch.setattr(summary_, "open_any", lambda path: whole)
        return summarize(tmp_path)

    return summarized


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("qk_norm", [True, False])
def test_parameters_are_what_the_formula_counts(opened: Any, tied: bool, qk_norm: bool) -> None:
    summary = opened(replace(LLAMA, tied=tied, qk_norm=qk_norm))
    assert summary.parameters == summary.formula_parameters
    assert summary.weight_bytes == 4 * summary.parameters
    # of an embedding that is no output matrix a token reads one row
    table = 0 if tied else 4 * 48 * 64
    assert summary.token_bytes == summary.weight_bytes - table


@pytest.mark.parametrize("config", [replace(LLAMA, qkv_bias=True), GPT2], ids=["qwen2", "gpt2"])
def test_no_formula_is_used_where_none_fits(opened: Any, config: ModelConfig) -> None:
    summary = opened(config)
    assert summary.formula_parameters is None
    arrays = random_checkpoint(config, np.random.default_rng(0)).tensors.values()
    assert summary.parameters == sum(prod(tensor.shape) for tensor in arrays)


def test_the_formula_is_that_of_the_banks() -> None:
    model = MODELS["llama-3-8b"]
    config = replace(
        LLAMA,
        layers=model.layers,
        width=model.hidden,
        heads=model.heads,
        kv_heads=model.kv_heads,
        head_dim=model.head_dim,
        hidden=model.mlp_width,
        vocabulary=model.vocab,
    )
    assert summary_._by_formula(config) == model.parameters


@pytest.mark.parametrize("config", [LLAMA, GPT2], ids=["llama", "gpt2"])
def test_kv_bytes_are_those_of_a_real_cache(opened: Any, config: ModelConfig) -> None:
    model = load_model(random_checkpoint(config, np.random.default_rng(0)), backend="numpy")
    cache: Any = model.new_cache(10)
    arrays = [*cache.keys, *cache.values]
    assert {str(array.dtype) for array in arrays} == {"float32"}
    kv_bytes = opened(config).kv_bytes
    assert kv_bytes["float32"] * 10 == sum(array.nbytes for array in arrays)
    assert kv_bytes["float16"] * 2 == kv_bytes["float32"]


def test_formats_by_their_share(opened: Any) -> None:
    summary = opened(LLAMA, "Q4_1")
    packed, plain = summary.formats
    assert (packed.format, plain.format, summary.quantization) == ("Q4_1", "F32", "Q4_1")
    assert packed.bytes == packed.parameters // 32 * 20
    assert packed.parameters + plain.parameters == summary.parameters
    assert packed.bytes + plain.bytes == summary.weight_bytes


def test_a_title_can_be_shown(opened: Any) -> None:
    assert opened(LLAMA).title == "small␛[31m"


def _templates() -> Iterator[tuple[str | None, str]]:
    turn = "{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}"
    end = "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
    first = (
        "{% if loop.first and messages[0]['role'] != 'system' %}"
        "{{ '<|im_start|>system\nBe kind.<|im_end|>\n' }}{% endif %}"
    )
    loop = "{% for message in messages %}"
    yield None, "none"
    yield loop + turn + end, "ChatML"
    yield loop + first + turn + end, "ChatML with a default system turn"
    yield "{{ x }}", "of its own, not known to drill"
    yield (
        (
            "{% set loop_messages = messages %}{% for message in loop_messages %}"
            "{% set content = '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n'"
            "+ message['content'] | trim + '<|eot_id|>' %}{% if loop.index0 == 0 %}"
            "{% set content = bos_token + content %}{% endif %}{{ content }}{% endfor %}"
            "{% if add_generation_prompt %}"
            "{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
        ),
        "Llama 3",
    )


@pytest.mark.parametrize(("template", "kind"), [*_templates()], ids=lambda value: str(value)[:12])
def test_chat_templates_by_kind(opened: Any, template: str | None, kind: str) -> None:
    vocabulary = Vocabulary([b"a", b"\xff\n"], {}, {}, "gpt2", bos=1, chat_template=template)
    words = opened(LLAMA, vocabulary=vocabulary).words
    assert words == (2, "gpt2", 1, "\ufffd", None, "", False, kind)


def test_a_gguf_file(tiny_gguf: Path) -> None:
    summary = summarize(tiny_gguf)
    assert (summary.title, summary.license, summary.quantization) == ("Tiny", "apache-2.0", "Q8_0")
    assert summary.file_bytes == tiny_gguf.stat().st_size > summary.weight_bytes
    assert summary.words == (259, "gpt2", 257, "<|im_start|>", 258, "<|im_end|>", False, "ChatML")


def test_a_folder(tmp_path: Path) -> None:
    saving = pytest.importorskip("safetensors.numpy")
    vectors = ["input_layernorm", "post_attention_layernorm"]
    shapes = {"q_proj": (32, 32), "k_proj": (16, 32), "v_proj": (16, 32), "o_proj": (32, 32)}
    arrays = {
        "model.embed_tokens.weight": np.ones((20, 32), np.float32),
        "model.norm.weight": np.ones(32, np.float32),
        **{f"model.layers.0.{name}.weight": np.ones(32, np.float32) for name in vectors},
        **{f"model.layers.0.self_attn.{n}.weight": np.ones(s, np.float32) for n, s in shapes.items()},
        **{f"model.layers.0.mlp.{n}_proj.weight": np.ones((48, 32), np.float32) for n in ("gate", "up")},
        "model.layers.0.mlp.down_proj.weight": np.ones((32, 48), np.float32),
    }
    config = {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "num_hidden_layers": 1,
        "hidden_size": 32,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "intermediate_size": 48,
        "vocab_size": 20,
        "max_position_embeddings": 64,
        "rms_norm_eps": 1e-5,
        "hidden_act": "silu",
        "tie_word_embeddings": True,
    }
    (tmp_path / "config.json").write_text(json.dumps(config))
    saving.save_file(arrays, tmp_path / "model.safetensors")
    summary = summarize(tmp_path)
    assert (summary.quantization, summary.words, summary.license) == ("F32", None, None)
    assert summary.parameters == summary.formula_parameters == sum(array.size for array in arrays.values())
    assert summary.file_bytes == (tmp_path / "model.safetensors").stat().st_size


def test_what_is_gone_or_broken_is_listed_too(tiny_gguf: Path, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "models")
    (tmp_path / "broken.gguf").write_bytes(tiny_gguf.read_bytes()[:5000])
    shelf.add("broken", tmp_path / "broken.gguf")
    shelf.add("gone", tmp_path / "gone.gguf")
    shelf.add("sound", tiny_gguf)
    broken, gone, sound = listed(shelf)
    assert broken.summary is None
    assert str(tmp_path / "broken.gguf") in broken.trouble
    assert (gone.summary, gone.trouble) == (None, "gone")
    assert sound.summary == summarize(tiny_gguf)


@pytest.mark.skipif("DRILL_TEST_MODEL" not in os.environ, reason="DRILL_TEST_MODEL names no model file")
def test_the_real_model() -> None:
    path = Path(os.environ["DRILL_TEST_MODEL"])
    entry, content, summary = CATALOG["smollm2"], path.read_bytes(), summarize(path)
    assert (len(content), sha256(content).hexdigest()) == (entry.size, entry.sha256)
    assert summary.parameters == summary.formula_parameters == 134_515_008
    assert summary.kv_bytes == {"float32": 46_080, "float16": 23_040}
    assert summary.token_bytes == sum(t.data.nbytes for t in open_checkpoint(path).tensors.values())
    assert (summary.quantization, summary.license) == ("Q4_1 + Q8_0", "apache-2.0")


def test_an_embedding_model_decodes_nothing(tiny_bert: Path) -> None:
    found = summarize(tiny_bert)
    assert (found.config.family, found.title, found.words) == ("bert", "tiny-bert", None)
    assert (found.token_bytes, found.kv_bytes, found.formula_parameters) == (0, {}, None)
    # the pooler is not counted: nothing reads it
    sizes = [
        (128, 16),
        (40, 16),
        (2, 16),
        (2, 16),
        *[(3, 16 * 17), (16, 17), (4, 16), (24, 17), (16, 25)] * 2,
    ]
    assert found.parameters == sum(rows * columns for rows, columns in sizes) + found_rows(found)


def found_rows(found: Any) -> int:
    """The vocabulary's rows beyond 128, 16 numbers each."""
    return int(found.config.vocabulary - 128) * 16
