"""Names of all families, with and without the prefix of a whole model."""

import pytest

from drill.core.infer.model.config import Family
from drill.core.infer.weights.names import gguf_name, is_transposed


@pytest.mark.parametrize(
    ("name", "family", "expected"),
    [
        ("model.embed_tokens.weight", "llama", "token_embd.weight"),
        ("embed_tokens.weight", "llama", "token_embd.weight"),
        ("model.norm.weight", "llama", "output_norm.weight"),
        ("lm_head.weight", "llama", "output.weight"),
        ("model.layers.11.self_attn.q_proj.bias", "llama", "blk.11.attn_q.bias"),
        ("model.layers.0.self_attn.k_norm.weight", "llama", "blk.0.attn_k_norm.weight"),
        ("model.layers.0.post_attention_layernorm.weight", "llama", "blk.0.ffn_norm.weight"),
        ("model.layers.0.self_attn.rotary_emb.inv_freq", "llama", None),
        ("model.layers.0.mlp.experts.0.weight", "llama", "model.layers.0.mlp.experts.0.weight"),
        ("transformer.wte.weight", "gpt2", "token_embd.weight"),
        ("wpe.weight", "gpt2", "position_embd.weight"),
        ("h.3.attn.c_attn.bias", "gpt2", "blk.3.attn_qkv.bias"),
        ("h.3.attn.c_proj.weight", "gpt2", "blk.3.attn_output.weight"),
        ("h.3.mlp.c_proj.weight", "gpt2", "blk.3.ffn_down.weight"),
        ("h.3.attn.bias", "gpt2", None),
        ("transformer.h.3.attn.masked_bias", "gpt2", None),
        ("model.embed_tokens.weight", "gpt2", "model.embed_tokens.weight"),
        ("embeddings.word_embeddings.weight", "bert", "token_embd.weight"),
        ("bert.embeddings.LayerNorm.bias", "bert", "token_embd_norm.bias"),
        ("encoder.layer.11.attention.self.query.bias", "bert", "blk.11.attn_q.bias"),
        ("bert.encoder.layer.0.attention.output.dense.weight", "bert", "blk.0.attn_output.weight"),
        ("encoder.layer.0.attention.output.LayerNorm.weight", "bert", "blk.0.attn_output_norm.weight"),
        ("encoder.layer.0.output.dense.weight", "bert", "blk.0.ffn_down.weight"),
        ("encoder.layer.0.output.LayerNorm.weight", "bert", "blk.0.layer_output_norm.weight"),
        ("embeddings.position_ids", "bert", None),
        ("pooler.dense.weight", "bert", None),
        ("cls.predictions.bias", "bert", "cls.predictions.bias"),
    ],
)
def test_names(name: str, family: Family, expected: str | None) -> None:
    assert gguf_name(name, family) == expected


def test_only_gpt2_s_four_projections_are_transposed() -> None:
    turned = ["attn_qkv", "attn_output", "ffn_up", "ffn_down"]
    assert all(is_transposed(f"blk.0.{name}.weight", "gpt2") for name in turned)
    assert not any(is_transposed(f"blk.0.{name}.weight", "llama") for name in turned)
    for name in ("token_embd.weight", "output.weight", "blk.0.attn_qkv.bias", "blk.0.attn_norm.weight"):
        assert not is_transposed(name, "gpt2")
