"""The door: files, folders, vocabularies, and what fits nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drill.core.errors import FileError
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.weights.open import open_any, open_checkpoint, open_encoder
from drill.core.infer.weights.random import random_checkpoint


def test_the_real_model_comes_with_its_vocabulary(model_file: Path) -> None:
    checkpoint = open_checkpoint(model_file)
    assert checkpoint.vocabulary is not None
    assert len(checkpoint.vocabulary.tokens) == checkpoint.config.vocabulary == 49152
    assert sum(len(tensor.shape) == 2 for tensor in checkpoint.tensors.values()) == 211


def test_a_path_to_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"absent.gguf: can't be read \(No such file or directory\)"):
        open_checkpoint(tmp_path / "absent.gguf")


def test_shapes_must_fit_the_config(
    llama: ModelConfig,
    gguf_metadata: Callable[..., dict[str, Any]],
    write_gguf: Callable[..., Path],
    tmp_path: Path,
) -> None:
    metadata = gguf_metadata("llama", llama) | {"llama.feed_forward_length": 100}
    tensors = random_checkpoint(llama, np.random.default_rng(0)).tensors
    with pytest.raises(FileError, match=r"blk.0.ffn_gate.weight is \(96, 64\), its config says \(100, 64\)"):
        open_checkpoint(write_gguf(tmp_path / "m.gguf", "llama", metadata, tensors))


def test_more_tokens_than_embeddings_are_refused(
    llama: ModelConfig,
    gguf_metadata: Callable[..., dict[str, Any]],
    write_gguf: Callable[..., Path],
    tmp_path: Path,
) -> None:
    words = [*(chr(33 + i) for i in range(48)), "!#"]
    metadata = gguf_metadata("llama", llama) | {
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "gpt-2",
        "tokenizer.ggml.tokens": words,
        "tokenizer.ggml.token_type": [1] * 49,
        "tokenizer.ggml.merges": ["! #"],
    }
    tensors = random_checkpoint(llama, np.random.default_rng(0)).tensors
    with pytest.raises(FileError, match="has 49 tokens but embeds 48; get a matching file"):
        open_checkpoint(write_gguf(tmp_path / "m.gguf", "llama", metadata, tensors))


def test_each_door_takes_its_own_kind(tiny_bert: Path, tiny_gguf: Path) -> None:
    assert open_encoder(tiny_bert).config.family == open_any(tiny_bert).config.family == "bert"
    says = "tiny-bert: an embedding model has no next token; name a model that generates text$"
    with pytest.raises(FileError, match=says):
        open_checkpoint(tiny_bert)
    with pytest.raises(FileError, match=r"tiny.gguf: a llama model embeds no texts; name a BERT folder$"):
        open_encoder(tiny_gguf)
