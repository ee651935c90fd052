"""Parameter counts and FLOPs of a dense Llama-shaped decoder, and sizes that follow from its shape.

Leaves out mixtures of experts, MLA and GPT-2 (biases, learned positions, two-matrix MLP).
"""
# ruff: noqa: PLR0913 - a formula takes each of its quantities by name

import math

__all__ = [
    "allowed_pairs",
    "attention_equals_linear_context",
    "attention_projections",
    "causal_attention_flops",
    "dense",
    "embedding_share",
    "forward_flops_per_token",
    "logits_bytes",
    "mlp",
    "rope_wavelength",
]


def dense(
    *,
    layers: int,
    hidden: int,
    heads: int,
    kv_heads: int,
    head_dim: int,
    mlp_width: int,
    vocab: int,
    tied: bool,
    qk_norm: bool = False,
) -> int:
    """Return V*D*(1 if tied else 2) + layers * (attention + 3*D*I + 2*D) + D.

    Attention is 2*D*heads*head_dim + 2*D*kv_heads*head_dim, and 2*head_dim more with QK norm (Qwen3).
    Unit: parameters. Source: derived from Touvron et al. 2023 (LLaMA); equal to the published counts.
    """
    attention = attention_projections(hidden=hidden, heads=heads, kv_heads=kv_heads, head_dim=head_dim)
    attention += 2 * head_dim if qk_norm else 0
    block = attention + mlp(hidden=hidden, mlp_width=mlp_width) + 2 * hidden
    return _embedding(vocab, hidden, tied) + layers * block + hidden


def attention_projections(*, hidden: int, heads: int, kv_heads: int, head_dim: int) -> int:
    """Return 2 * hidden * head_dim * (heads + kv_heads): query, output, key and value matrices of a block.

    Unit: parameters. Source: derived from Ainslie et al. 2023 (GQA); Hugging Face, Llama attention.
    """
    return 2 * hidden * head_dim * (heads + kv_heads)


def mlp(*, hidden: int, mlp_width: int) -> int:
    """Return 3 * hidden * mlp_width: gate, up and down matrices of SwiGLU.

    Unit: parameters. Source: Shazeer 2020 (GLU Variants Improve Transformer).
    """
    return 3 * hidden * mlp_width


def embedding_share(*, vocab: int, hidden: int, tied: bool, parameters: int) -> float:
    """Return vocab * hidden * (1 if tied else 2) / parameters.

    Unit: ratio. Source: derived from Touvron et al. 2023 (LLaMA); tying: Press and Wolf 2017.
    """
    if parameters == 0:
        raise ValueError("embedding_share needs more than 0 parameters")
    return _embedding(vocab, hidden, tied) / parameters


def forward_flops_per_token(
    *, parameters: float, layers: int, heads: int, head_dim: int, context: int
) -> float:
    """Return 2 * N + 4 * layers * heads * head_dim * context.

    Unit: FLOP a token. Source: PaLM (Chowdhery et al. 2022), appendix B, its forward third.
    """
    return 2 * parameters + 4 * layers * heads * head_dim * context


def allowed_pairs(*, new_tokens: int, cached_tokens: int) -> int:
    """Return C*P + C*(C + 1)/2: pairs that the causal mask lets C new tokens see behind P cached ones.

    Unit: query-key pairs. Source: derived from the causal mask of Vaswani et al. 2017, section 3.2.3.
    """
    return new_tokens * cached_tokens + new_tokens * (new_tokens + 1) // 2


def logits_bytes(*, batch: int, vocab: int) -> int:
    """Return batch * vocab * 4: one fp32 row of logits a sequence.

    Unit: bytes. Source: vLLM, sampler (logits are cast to float32).
    """
    return batch * vocab * 4


def attention_equals_linear_context(*, parameters: float, layers: int, heads: int, head_dim: int) -> float:
    """Return N / (2 * layers * heads * head_dim): where 4*L*H*hd*context equals 2*N.

    Unit: tokens of context. Source: derived from PaLM (Chowdhery et al. 2022), appendix B.
    """
    width = 2 * layers * heads * head_dim
    if width == 0:
        raise ValueError("attention_equals_linear_context needs at least 1 layer and head")
    return parameters / width


def causal_attention_flops(*, layers: int, heads: int, head_dim: int, tokens: int) -> int:
    """Return 2 * layers * heads * head_dim * tokens**2: scores and values, half of the full square.

    Unit: FLOP. Source: Dao 2023 (FlashAttention-2), section 4.1.
    """
    return 2 * layers * heads * head_dim * tokens**2


def rope_wavelength(*, base: float, head_dim: int, pair: int) -> float:
    """Return 2 * pi * base**(2 * pair / head_dim): tokens until a pair has turned once, pairs from 0.

    Unit: tokens. Source: Su et al. 2021 (RoFormer), section 3.3; wavelength: Peng et al. 2023 (YaRN).
    """
    if head_dim == 0:
        raise ValueError("rope_wavelength needs a head dimension above 0")
    return 2 * math.pi * math.pow(base, 2 * pair / head_dim)


def _embedding(vocab: int, hidden: int, tied: bool) -> int:
    return vocab * hidden * (1 if tied else 2)
