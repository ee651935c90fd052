"""Takes the hidden size for the width of keys and values: right for multi-head attention only.

Who learned the formula before grouped-query attention; 4 times too much for Llama-3-8B.
caught by: test_exact_fit, test_grouped_heads
"""

import math

GB = 1e9
BYTES = {"float32": 4, "float16": 2, "bfloat16": 2, "fp8": 1, "int8": 1}


def kv_plan(cfg: dict, mem: float, util: float, ctx: int, bs: int, dtype: str) -> dict[str, int]:
    tp = cfg.get("tp") or 1
    bytes_per_token = numbers_per_token(cfg, tp) * BYTES[dtype]
    room = mem * GB * util - cfg["weight_bytes"] / tp - (cfg.get("overhead_bytes") or 0)
    blocks = max(0, math.floor(room / (bs * bytes_per_token)))
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
    return 2 * layers * math.ceil(cfg["hidden_size"] / tp)
