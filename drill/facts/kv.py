"""Sizes of the KV cache, of its blocks and of what fits beside the weights.

Leaves out time on the GPU (latency.py) and the price of cached tokens (price.py).
"""
# ruff: noqa: PLR0913 - a formula takes each of its quantities by name

from drill.facts import rounding

__all__ = [
    "blocks_needed",
    "bytes_per_token",
    "cache_bytes",
    "fresh_tokens",
    "gqa_ratio",
    "link_break_even",
    "mla_bytes_per_token",
    "mla_in_kv_heads",
    "paged_waste_tokens",
    "prefix_hit_tokens",
    "rerun_tokens",
    "reservation_waste_tokens",
    "sequences_that_fit",
    "slot",
    "tokens_that_fit",
    "transfer_seconds",
    "window_share",
    "window_token_layers",
]


def bytes_per_token(*, layers: int, kv_heads: int, head_dim: int, bytes_per_element: float) -> float:
    """Return 2 * layers * kv_heads * head_dim * bytes_per_element: a key and a value in each layer.

    Unit: bytes a token. Source: Kwon et al. 2023 (PagedAttention), section 3; GQA: Ainslie et al. 2023.
    """
    return 2 * layers * kv_heads * head_dim * bytes_per_element


def cache_bytes(
    *, layers: int, kv_heads: int, head_dim: int, tokens: int, bytes_per_element: float, batch: int = 1
) -> float:
    """Return 2 * layers * kv_heads * head_dim * tokens * bytes_per_element * batch.

    Unit: bytes. Source: Kwon et al. 2023 (PagedAttention), section 3; GQA: Ainslie et al. 2023.
    """
    per_token = bytes_per_token(
        layers=layers, kv_heads=kv_heads, head_dim=head_dim, bytes_per_element=bytes_per_element
    )
    return per_token * tokens * batch


def mla_bytes_per_token(*, layers: int, latent_dim: int, rope_dim: int, bytes_per_element: float) -> float:
    """Return layers * (latent_dim + rope_dim) * bytes_per_element: MLA stores one latent and one RoPE key.

    Unit: bytes a token. Source: DeepSeek-V2 report, section 2.1.
    """
    return layers * (latent_dim + rope_dim) * bytes_per_element


def mla_in_kv_heads(*, latent_dim: int, rope_dim: int, head_dim: int) -> float:
    """Return (latent_dim + rope_dim) / (2 * head_dim): KV heads whose keys and values take as much.

    Unit: KV heads, 1 being MQA. Source: DeepSeek-V2 report, section 2.1.4 (2.25 groups).
    """
    if head_dim == 0:
        raise ValueError("mla_in_kv_heads needs a head dimension above 0")
    return (latent_dim + rope_dim) / (2 * head_dim)


def blocks_needed(*, tokens: int, block_size: int) -> int:
    """Return ceil(tokens / block_size).

    Unit: blocks. Source: Kwon et al. 2023 (PagedAttention), section 4.
    """
    _check_block(block_size)
    return rounding.ceil(tokens / block_size)


def paged_waste_tokens(*, tokens: int, block_size: int) -> int:
    """Return ceil(tokens / block_size) * block_size - tokens: the empty slots of the last block.

    Unit: tokens. Source: Kwon et al. 2023 (PagedAttention), section 4.
    """
    return blocks_needed(tokens=tokens, block_size=block_size) * block_size - tokens


def reservation_waste_tokens(*, tokens: int, max_length: int) -> int:
    """Return max_length - tokens: what one contiguous reservation leaves empty.

    Unit: tokens. Source: Kwon et al. 2023 (PagedAttention), section 3.1.
    """
    return max_length - tokens


def slot(*, physical_block: int, position: int, block_size: int) -> int:
    """Return physical_block * block_size + position % block_size: where a token's KV lies in the pool.

    Unit: index of a slot, from 0. Source: Kwon et al. 2023 (PagedAttention), section 4.2.
    """
    _check_block(block_size)
    return physical_block * block_size + position % block_size


def prefix_hit_tokens(*, common: int, prompt: int, block_size: int) -> int:
    """Return floor(min(common, prompt - 1) / block_size) * block_size.

    Only full blocks are shared, and the last prompt token must run to give logits.
    Unit: tokens. Source: vLLM, design document on prefix caching; kv_cache_manager.py.
    """
    _check_block(block_size)
    return max(min(common, prompt - 1), 0) // block_size * block_size


def fresh_tokens(*, common: int, prompt: int, block_size: int) -> int:
    """Return prompt - prefix_hit_tokens: what prefill still has to compute behind the cached blocks.

    Unit: tokens. Source: prefix_hit_tokens.
    """
    return prompt - prefix_hit_tokens(common=common, prompt=prompt, block_size=block_size)


def sequences_that_fit(
    *,
    memory_bytes: float,
    utilization: float,
    weight_bytes: float,
    overhead_bytes: float,
    block_size: int,
    bytes_per_token: float,
    context: int,
) -> int:
    """Return floor(blocks / ceil(context / block_size)).

    blocks = floor((memory_bytes * utilization - weight_bytes - overhead_bytes) / block_bytes), where
    block_bytes = block_size * bytes_per_token.
    Unit: sequences. Source: vLLM, conserving memory and KV cache sizing; Kwon et al. 2023, section 4.
    """
    room = memory_bytes * utilization - weight_bytes - overhead_bytes
    blocks = max(tokens_that_fit(room_bytes=room, bytes_per_token=block_size * bytes_per_token), 0)
    each = blocks_needed(tokens=context, block_size=block_size)
    if each == 0:
        raise ValueError("sequences_that_fit needs a context of 1 token or more")
    return blocks // each


def tokens_that_fit(*, room_bytes: float, bytes_per_token: float) -> int:
    """Return floor(room_bytes / bytes_per_token).

    Unit: tokens. Source: vLLM, "GPU KV cache size" log line; Kwon et al. 2023, section 3.
    """
    if bytes_per_token == 0:
        raise ValueError("tokens_that_fit needs more than 0 bytes a token")
    return rounding.floor(room_bytes / bytes_per_token)


def transfer_seconds(*, tokens: int, bytes_per_token: float, link_bytes_per_second: float) -> float:
    """Return tokens * bytes_per_token / link_bytes_per_second: KV sent from prefill to decode worker.

    Unit: seconds. Source: Zhong et al. 2024 (DistServe), section 3.3.
    """
    if link_bytes_per_second == 0:
        raise ValueError("transfer_seconds needs a link faster than 0 bytes a second")
    return tokens * bytes_per_token / link_bytes_per_second


def link_break_even(
    *, bytes_per_token: float, parameters: float, flops_per_second: float, mfu: float
) -> float:
    """Return bytes_per_token * flops_per_second * mfu / (2 * parameters): a faster link beats prefill.

    Linear layers only; attention favors loading further. The number of tokens cancels.
    Unit: bytes a second. Source: derived from transfer_seconds and latency.prefill_linear_seconds.
    """
    if parameters == 0:
        raise ValueError("link_break_even needs a model of 1 parameter or more")
    return bytes_per_token * flops_per_second * mfu / (2 * parameters)


def rerun_tokens(*, prompt: int, output_tokens: int) -> int:
    """Return n * S + n * (n - 1) / 2: tokens run when each of n passes starts from the whole text so far.

    Unit: tokens. Source: derived; Stanford CS336, lecture 10 (generation without a KV cache).
    """
    return prompt * output_tokens + output_tokens * (output_tokens - 1) // 2


def gqa_ratio(*, heads: int, kv_heads: int) -> float:
    """Return kv_heads / heads: the KV cache beside that of multi-head attention.

    Unit: ratio. Source: Ainslie et al. 2023 (GQA).
    """
    if heads == 0:
        raise ValueError("gqa_ratio needs at least 1 head")
    return kv_heads / heads


def window_token_layers(*, local_layers: int, global_layers: int, context: int, window: int) -> int:
    """Return local_layers * min(context, window) + global_layers * context.

    Unit: tokens cached, summed over layers. Source: Jiang et al. 2023 (Mistral 7B), rolling buffer cache.
    """
    return local_layers * min(context, window) + global_layers * context


def window_share(*, local_layers: int, global_layers: int, context: int, window: int) -> float:
    """Return window_token_layers / ((local_layers + global_layers) * context).

    Unit: ratio, beside a model whose layers all keep the whole context. Source: as window_token_layers.
    """
    everything = (local_layers + global_layers) * context
    if everything == 0:
        raise ValueError("window_share needs at least 1 layer and 1 token")
    kept = window_token_layers(
        local_layers=local_layers, global_layers=global_layers, context=context, window=window
    )
    return kept / everything


def _check_block(block_size: int) -> None:
    if block_size < 1:
        raise ValueError("a block needs at least 1 token")
