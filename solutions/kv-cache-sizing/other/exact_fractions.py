"""KV-cache sizing in exact fractions: numbers cached per token, bytes left per GPU, whole blocks, sequences."""

from fractions import Fraction

ITEM_BYTES = {"float32": 4, "float16": 2, "bfloat16": 2, "fp8": 1, "int8": 1}


def kv_plan(cfg: dict, mem: float, util: float, ctx: int, bs: int, dtype: str) -> dict[str, int]:
    """Return bytes_per_token, blocks, tokens and seqs for one GPU of `mem` GB (1e9 bytes)."""
    given = {name: value for name, value in cfg.items() if value is not None}
    tp = given.get("tp", 1)

    bytes_per_token = given["num_hidden_layers"] * _numbers_per_layer(given, tp) * ITEM_BYTES[dtype]

    usable = _exact(mem) * 10**9 * _exact(util)
    room = usable - _exact(given["weight_bytes"]) / tp - _exact(given.get("overhead_bytes", 0))
    blocks = max(0, room // (bytes_per_token * bs))

    blocks_per_sequence = -(-ctx // bs)
    return {
        "bytes_per_token": bytes_per_token,
        "blocks": blocks,
        "tokens": blocks * bs,
        "seqs": blocks // blocks_per_sequence,
    }


def _numbers_per_layer(given: dict, tp: int) -> int:
    """Return how many numbers the fullest GPU caches for one token in one layer."""
    if "kv_lora_rank" in given:
        return given["kv_lora_rank"] + given["qk_rope_head_dim"]
    attention_heads = given["num_attention_heads"]
    kv_heads = given.get("num_key_value_heads", attention_heads)
    head_dim = given.get("head_dim", given["hidden_size"] // attention_heads)
    return 2 * -(-kv_heads // tp) * head_dim  # a key and a value for each head


def _exact(number: float) -> Fraction:
    """Return the decimal number as it was written: 0.9 as 9/10."""
    return Fraction(str(number))
