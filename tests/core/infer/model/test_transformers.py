"""Small random models of each kind, saved by transformers and read by the core: the same logits."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drill.core.infer.backends.choose import load_model
from drill.core.infer.weights.open import open_checkpoint

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

SIZES = {
    "vocab_size": 61, "hidden_size": 36, "intermediate_size": 44, "num_hidden_layers": 2,
    "num_attention_heads": 9, "num_key_value_heads": 3, "max_position_embeddings": 128,
}  # fmt: skip
LLAMA3 = {
    "rope_type": "llama3", "rope_theta": 5e5, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
    "original_max_position_embeddings": 32,
}  # fmt: skip
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "llama": ("Llama", SIZES),
    "llama 3": ("Llama", {**SIZES, "rope_parameters": LLAMA3, "head_dim": 8, "tie_word_embeddings": True}),
    "llama, linear": (
        "Llama",
        {**SIZES, "rope_parameters": {"rope_type": "linear", "rope_theta": 1e4, "factor": 4.0}},
    ),
    "qwen2": ("Qwen2", {**SIZES, "tie_word_embeddings": True}),
    "qwen2 windowed": (
        "Qwen2",
        {**SIZES, "use_sliding_window": True, "sliding_window": 5, "max_window_layers": 0},
    ),
    "qwen3": ("Qwen3", {**SIZES, "head_dim": 16}),
    "gpt2": ("GPT2", {"vocab_size": 61, "n_embd": 36, "n_layer": 2, "n_head": 3, "n_positions": 128}),
}
TOKENS = [int(token) for token in np.random.default_rng(3).integers(0, 61, 70)]


def saved(kind: str, folder: Path) -> Any:
    """Write a model with every weight random, biases and norms too; return it."""
    name, settings = KINDS[kind]
    config = getattr(transformers, f"{name}Config")(**settings)
    class_ = getattr(transformers, f"{name}LMHeadModel" if name == "GPT2" else f"{name}ForCausalLM")
    model = class_(config).float().eval()
    generator = torch.Generator().manual_seed(5)
    with torch.no_grad():
        for weight in model.parameters():
            weight.add_(torch.randn(weight.shape, generator=generator), alpha=0.1)
    model.save_pretrained(folder)
    return model


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("backend", ["numpy", "torch"])
@pytest.mark.filterwarnings("ignore")
def test_logits_are_those_of_transformers(kind: str, backend: Any, tmp_path: Path) -> None:
    theirs = saved(kind, tmp_path)
    with torch.inference_mode():
        expected = theirs(torch.tensor([TOKENS])).logits[0].numpy()
    ours = load_model(open_checkpoint(tmp_path), "cpu", backend)
    got = ours.forward(TOKENS, range(len(TOKENS)), ours.new_cache(len(TOKENS)), every=True)
    np.testing.assert_allclose(got, expected, atol=1e-4 * expected.std())
