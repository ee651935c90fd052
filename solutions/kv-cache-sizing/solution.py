"""How much KV cache fits beside the weights, and how many sequences that serves."""

import math

GB = 1e9
BYTES = {"float32": 4, "float16": 2, "bfloat16": 2, "fp8": 1, "int8": 1}


def kv_plan(cfg: dict, mem: float, util: float, ctx: int, bs: int, dtype: str) -> dict[str, int]:
    """Return bytes_per_token, blocks, tokens and seqs for one GPU of `mem` GB (1e9 bytes).

    cfg: config.json's names, and weight_bytes (all GPUs), overhead_bytes (per GPU, 0), tp (1).
    util: share of the memory in use; ctx: tokens of a sequence; bs: tokens of a block.
    dtype of the cache: float32, float16, bfloat16, fp8 or int8.
    """
    tp = cfg.get("tp") or 1
    bytes_per_token = numbers_per_token(cfg, tp) * BYTES[dtype]
    room = mem * GB * util - cfg["weight_bytes"] / tp - (cfg.get("overhead_bytes") or 0)
    blocks = max(0, math.floor(room / (bs * bytes_per_token)))
    return {
        "bytes_per_token": bytes_per_token,
        "blocks": blocks,
        "tokens": blocks * bs,
        # a sequence has its last block to itself, however empty
        "seqs": blocks // math.ceil(ctx / bs),
    }


def numbers_per_token(cfg: dict, tp: int) -> int:
    """Return how many numbers one token keeps in the cache of one GPU, over all layers."""
    layers = cfg["num_hidden_layers"]
    if cfg.get("kv_lora_rank"):
        # MLA: keys and values are both made from one latent, which all heads need
        return layers * (cfg["kv_lora_rank"] + cfg["qk_rope_head_dim"])
    heads = cfg["num_attention_heads"]
    kv_heads = cfg.get("num_key_value_heads") or heads
    head_dim = cfg.get("head_dim") or cfg["hidden_size"] // heads
    return 2 * layers * math.ceil(kv_heads / tp) * head_dim
