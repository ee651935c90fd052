"""Hugging Face's tensor names to GGUF's, for the Llama kind (Qwen2 and Qwen3 too), GPT-2 and BERT.

Leaves out GGUF files: their names are the ones that the core uses.
"""

import re
from collections.abc import Mapping

from drill.core.infer.model.config import Family

_LLAMA: Mapping[str, str] = {
    "embed_tokens": "token_embd",
    "norm": "output_norm",
    "lm_head": "output",
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.q_norm": "attn_q_norm",
    "self_attn.k_norm": "attn_k_norm",
    "self_attn.o_proj": "attn_output",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
_GPT2: Mapping[str, str] = {
    "wte": "token_embd",
    "wpe": "position_embd",
    "ln_f": "output_norm",
    "lm_head": "output",
    "ln_1": "attn_norm",
    "attn.c_attn": "attn_qkv",
    "attn.c_proj": "attn_output",
    "ln_2": "ffn_norm",
    "mlp.c_fc": "ffn_up",
    "mlp.c_proj": "ffn_down",
}
_BERT: Mapping[str, str] = {
    "embeddings.word_embeddings": "token_embd",
    "embeddings.position_embeddings": "position_embd",
    "embeddings.token_type_embeddings": "token_types",
    "embeddings.LayerNorm": "token_embd_norm",
    "attention.self.query": "attn_q",
    "attention.self.key": "attn_k",
    "attention.self.value": "attn_v",
    "attention.output.dense": "attn_output",
    "attention.output.LayerNorm": "attn_output_norm",
    "intermediate.dense": "ffn_up",
    "output.dense": "ffn_down",
    "output.LayerNorm": "layer_output_norm",
}
_TABLES: Mapping[Family, Mapping[str, str]] = {"llama": _LLAMA, "gpt2": _GPT2, "bert": _BERT}
# the whole model is saved under a prefix, its trunk alone without one
_PARTS = re.compile(
    r"(?:model\.|transformer\.|bert\.)?(?:(?:layers|h|encoder\.layer)\.(\d+)\.)?(.+)\.(weight|bias)"
)
# causal masks, positions and rotation tables that older versions saved along; BERT's pooler reads [CLS]
# alone, and no mean over tokens needs it
_BUFFERS = re.compile(
    r".*\.attn\.(bias|masked_bias)|.*\.rotary_emb\.inv_freq|(bert\.)?embeddings\.position_ids"
    r"|(bert\.)?pooler\.dense\.(weight|bias)"
)
# stored [in, out] by a module of GPT-2's own, which its authors called a convolution
_TRANSPOSED = re.compile(r"blk\.\d+\.(attn_qkv|attn_output|ffn_up|ffn_down)\.weight")


def gguf_name(name: str, family: Family) -> str | None:
    """Return GGUF's name; None for a buffer that isn't a weight; an unknown name as it is."""
    # GPT-2's mask is called attn.bias: look for buffers first
    if _BUFFERS.fullmatch(name):
        return None
    parts = _PARTS.fullmatch(name)
    if parts is None or parts[2] not in _TABLES[family]:
        return name
    layer = "" if parts[1] is None else f"blk.{parts[1]}."
    return f"{layer}{_TABLES[family][parts[2]]}.{parts[3]}"


def is_transposed(name: str, family: Family) -> bool:
    """Whether a file of this family holds GGUF's tensor `name` as [in, out]."""
    return family == "gpt2" and _TRANSPOSED.fullmatch(name) is not None
