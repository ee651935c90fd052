"""Returns a negative number of blocks where the weights don't fit.

Who has only tried models that fit.
caught by: test_negative_room
"""

import math

GB = 1e9
BYTES = {"float32": 4, "float16": 2, "bfloat16": 2, "fp8": 1, "int8": 1}


def kv_plan(cfg: dict, mem: float, util: float, ctx: int, bs: int, dtype: str) -> dict[str, int]:
    tp = cfg.get("tp") or 1
    bytes_per_token = numbers_per_token(cfg, tp) * BYTES[dtype]
    room = mem * GB * util - cfg["weight_bytes"] / tp - (cfg.get("overhead_bytes") or 0)
    blocks = math.floor(room / (bs * bytes_per_token))
    return {
        "bytes_per_token": bytes_per_token,
        "blocks": blocks,
        "tokens": blocks * bs,
        "seqs": blocks // math.ceil(ctx / bs),
    }


def numbers_per_token(cfg: dict, tp: int) -> int:
    layers = cfg["num_hidden_layers"]
    if cfg.get("kv_lora_rank"):
        return layers * (cfg["kv_lora_rank"] + cfg["qk_rope_head_dim"])
    heads = cfg["num_attention_heads"]
    kv_heads = cfg.get("num_key_value_heads") or heads
    head_dim = cfg.get("head_dim") or cfg["hidden_size"] // heads
    return 2 * layers * math.ceil(kv_heads / tp) * head_dim
