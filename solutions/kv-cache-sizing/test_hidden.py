"""Hidden tests of KV-cache sizing: a toy first, then published models, then fresh ones in exact fractions."""

import math
from fractions import Fraction

import numpy as np

from drill.grader.checks import exact, growth

BYTES = {"float32": 4, "float16": 2, "bfloat16": 2, "fp8": 1, "int8": 1}
CASES = range(40)
GB = 10**9

# 2 layers, 2 KV heads of width 4: 64 bytes a token in float16, 1,024 a block of 16
TOY = {"num_hidden_layers": 2, "hidden_size": 16, "num_attention_heads": 4, "num_key_value_heads": 2}

LLAMA_3_8B = {
    "num_hidden_layers": 32,
    "hidden_size": 4096,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "weight_bytes": 16_060_522_496,
}
LLAMA_3_70B = {
    "num_hidden_layers": 80,
    "hidden_size": 8192,
    "num_attention_heads": 64,
    "num_key_value_heads": 8,
    "weight_bytes": 141_107_412_992,
}
QWEN3_06B = {
    "num_hidden_layers": 28,
    "hidden_size": 1024,
    "num_attention_heads": 16,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "weight_bytes": 1_192_099_840,
}
DEEPSEEK_V3 = {
    "num_hidden_layers": 61,
    "hidden_size": 7168,
    "num_attention_heads": 128,
    "num_key_value_heads": 128,
    "kv_lora_rank": 512,
    "qk_rope_head_dim": 64,
    "weight_bytes": 671_000_000_000,
}


def toy(room_bytes: int, **more: object) -> dict:
    """Return the toy model with weights that leave this room on 64 GB at a share of one half."""
    return TOY | {"weight_bytes": 32 * GB - room_bytes} | more


def plan(bytes_per_token: int, blocks: int, tokens: int, seqs: int) -> dict[str, int]:
    """Return what a right answer to these four numbers looks like."""
    return {"bytes_per_token": bytes_per_token, "blocks": blocks, "tokens": tokens, "seqs": seqs}


def spec(
    cfg: dict, mem: float, util: float, ctx: int, bs: int, dtype: str
) -> tuple[dict[str, int], Fraction]:
    """Return the plan in exact fractions, heads dealt out one by one, and the blocks before rounding."""
    tp = cfg.get("tp", 1)
    if "kv_lora_rank" in cfg:
        numbers = cfg["kv_lora_rank"] + cfg["qk_rope_head_dim"]
    else:
        kv_heads = cfg.get("num_key_value_heads", cfg["num_attention_heads"])
        held = [0] * tp
        for head in range(kv_heads):
            held[head % tp] += 1
        width = cfg.get("head_dim", cfg["hidden_size"] // cfg["num_attention_heads"])
        numbers = max(held) * width + max(held) * width
    token = sum(numbers * BYTES[dtype] for _ in range(cfg["num_hidden_layers"]))
    usable = Fraction(mem) * GB * Fraction(util)
    room = usable - Fraction(cfg["weight_bytes"], tp) - cfg.get("overhead_bytes", 0)
    unrounded = room / (token * bs)
    blocks = max(math.floor(unrounded), 0)
    blocks_each = len(range(0, ctx, bs))
    return plan(token, blocks, blocks * bs, blocks // blocks_each), unrounded


def test_exact_fit(solution):
    """counts a block that just fits"""
    got = solution.kv_plan(toy(10 * 1024), 64, 0.5, 32, 16, "float16")
    exact(
        got,
        plan(64, 10, 160, 5),
        expected="64 bytes a token; 10,240 bytes are 10 blocks; 2 blocks a sequence",
    )


def test_one_byte_short(solution):
    """counts whole blocks only"""
    got = solution.kv_plan(toy(10 * 1024 - 1), 64, 0.5, 32, 16, "float16")
    exact(
        got, plan(64, 9, 144, 4), expected="9 blocks, as 10,239 bytes are one byte short of 10; 4 sequences"
    )


def test_partial_last_block(solution):
    """gives each sequence its last block whole"""
    got = solution.kv_plan(toy(10 * 1024), 64, 0.5, 33, 16, "float16")
    exact(got, plan(64, 10, 160, 3), expected="3 sequences: 33 tokens take 3 blocks of 16")


def test_sequence_shorter_than_a_block(solution):
    """takes one block for a sequence shorter than it"""
    got = solution.kv_plan(toy(10 * 1024), 64, 0.5, 1, 16, "float16")
    exact(got, plan(64, 10, 160, 10), expected="10 sequences: each takes one block")


def test_sequence_too_long(solution):
    """fits no sequence longer than the cache"""
    got = solution.kv_plan(toy(10 * 1024), 64, 0.5, 161, 16, "float16")
    exact(got, plan(64, 10, 160, 0), expected="0 sequences: 161 tokens take 11 of 10 blocks")


def test_blocks_of_one_token(solution):
    """takes blocks of one token"""
    got = solution.kv_plan(toy(10 * 1024), 64, 0.5, 33, 1, "float16")
    exact(got, plan(64, 160, 160, 4), expected="160 blocks of one token; 33 of them a sequence")


def test_negative_room(solution):
    """plans nothing where the weights don't fit"""
    got = solution.kv_plan(LLAMA_3_70B, 80, 0.9, 4096, 16, "bfloat16")
    exact(got, plan(327_680, 0, 0, 0), expected="no blocks: the weights alone exceed the GPU")


def test_no_room(solution):
    """plans nothing where the weights fill the GPU"""
    exact(
        solution.kv_plan(toy(0), 64, 0.5, 16, 16, "float16"),
        plan(64, 0, 0, 0),
        expected="no blocks in 0 bytes",
    )


def test_grouped_heads(solution):
    """sizes Llama-3-8B by what its config says is cached"""
    got = solution.kv_plan(LLAMA_3_8B, 80, 0.9, 8192, 16, "bfloat16")
    exact(
        got,
        plan(131_072, 26_674, 426_784, 52),
        expected="128 KiB a token for 32 layers with 8 KV heads of 128",
    )


def test_head_dim_given(solution):
    """sizes Qwen3-0.6B, whose heads are wider than hidden size / heads"""
    got = solution.kv_plan(QWEN3_06B, 16, 0.75, 1000, 16, "bfloat16")
    exact(
        got, plan(114_688, 5_889, 94_224, 93), expected="114,688 bytes a token: its config gives head_dim 128"
    )


def test_optional_keys_none(solution):
    """reads None like a missing key"""
    empty = dict.fromkeys(
        ["head_dim", "kv_lora_rank", "qk_rope_head_dim", "overhead_bytes", "tp", "num_key_value_heads"]
    )
    got = solution.kv_plan(toy(10 * 2048) | empty, 64, 0.5, 32, 16, "float16")
    exact(
        got,
        plan(128, 10, 160, 5),
        expected="as if these keys were missing: 4 KV heads of 4, one GPU, no overhead",
    )


def test_latent_cache(solution):
    """sizes DeepSeek-V3, which caches a latent"""
    got = solution.kv_plan(DEEPSEEK_V3 | {"weight_bytes": 100 * GB}, 141, 0.75, 4096, 64, "bfloat16")
    exact(
        got,
        plan(70_272, 1_278, 81_792, 19),
        expected="70,272 bytes a token: 576 numbers in each of 61 layers",
    )


def test_latent_cache_on_eight_gpus(solution):
    """keeps the latent whole on each GPU"""
    got = solution.kv_plan(DEEPSEEK_V3 | {"tp": 8}, 141, 0.875, 4096, 64, "bfloat16")
    exact(got, plan(70_272, 8_782, 562_048, 137), expected="70,272 bytes a token on each of the 8 GPUs")


def test_heads_split_over_gpus(solution):
    """splits heads and weights over the GPUs"""
    got = solution.kv_plan(LLAMA_3_70B | {"tp": 4}, 80, 0.9, 4096, 16, "bfloat16")
    exact(
        got,
        plan(81_920, 28_017, 448_272, 109),
        expected="2 of 8 KV heads and a quarter of the weights on each GPU",
    )


def test_more_gpus_than_heads(solution):
    """keeps one head on each of more GPUs than heads"""
    got = solution.kv_plan(LLAMA_3_70B | {"tp": 16}, 40, 0.9, 4096, 16, "bfloat16")
    exact(got, plan(40_960, 41_474, 663_584, 162), expected="one KV head a GPU: 8 heads on 16 GPUs")


def test_uneven_heads(solution):
    """plans for the GPU with most heads"""
    got = solution.kv_plan(
        toy(10 * 2048, num_key_value_heads=10, hidden_size=40, num_attention_heads=10, tp=4, weight_bytes=0),
        1,
        0.5,
        100,
        16,
        "float16",
    )
    exact(
        got,
        plan(96, 325_520, 5_208_320, 46_502),
        expected="96 bytes a token: of 10 heads on 4 GPUs the fullest has 3",
    )


def test_overhead_on_each_gpu(solution):
    """takes the overhead off each GPU"""
    cfg = toy(0, tp=2, weight_bytes=62 * GB, overhead_bytes=GB - 10 * 512)
    got = solution.kv_plan(cfg, 64, 0.5, 32, 16, "float16")
    exact(
        got,
        plan(32, 10, 160, 5),
        expected="32 GB less 31 of weights and nearly 1 of overhead: 10 blocks of 512 bytes",
    )


def test_nothing_rounded_early(solution):
    """rounds nothing before the blocks"""
    cfg = toy(0, tp=2, weight_bytes=64 * GB - 2 * 10 * 512 + 1)
    got = solution.kv_plan(cfg, 64, 0.5, 32, 16, "float16")
    exact(
        got,
        plan(32, 9, 144, 4),
        expected="9 blocks: with half an odd number of weight bytes, 10 miss by half a byte",
    )


def test_small_cache_types(solution):
    """takes one byte a number in fp8 and int8"""
    for dtype in ("fp8", "int8"):
        got = solution.kv_plan(toy(10 * 1024), 64, 0.5, 32, 16, dtype)
        exact(
            got,
            plan(32, 20, 320, 10),
            expected="half the bytes of float16, twice the blocks, the same weights",
        )


def test_float_cache_types(solution):
    """takes four bytes in float32 and two in bfloat16"""
    got = solution.kv_plan(toy(10 * 1024), 64, 0.5, 32, 16, "float32")
    exact(got, plan(128, 5, 80, 2), expected="128 bytes a token in float32")
    got = solution.kv_plan(toy(10 * 1024), 64, 0.5, 32, 16, "bfloat16")
    exact(got, plan(64, 10, 160, 5), expected="64 bytes a token in bfloat16")


def test_fraction_of_a_gb(solution):
    """takes memory that is no whole number of GB"""
    got = solution.kv_plan(TOY | {"weight_bytes": 0}, 0.25, 0.25, 32, 16, "float16")
    exact(got, plan(64, 61_035, 976_560, 30_517), expected="a quarter of 250,000,000 bytes")


def test_cfg_stays(solution):
    """leaves the config as it was"""
    # the proxy compares every argument before and after the call
    got = solution.kv_plan(toy(10 * 1024), 64, 0.5, 32, 16, "float16")
    exact(got, plan(64, 10, 160, 5), expected="the plan, and an unchanged config")


def test_constant_work(solution):
    """does the same work for any size"""
    growth(
        lambda n: solution.kv_plan.measured(LLAMA_3_8B, n, 0.9, n, 16, "bfloat16", what="steps").steps,
        n=1000,
        at_most=1.2,
        expected="a plan in a few steps: no loop over blocks, tokens or sequences",
    )


def test_fresh_models(solution, seed):
    """agrees with exact fractions on fresh models"""
    for case in CASES:
        rng = np.random.default_rng([seed, case])
        cfg, mem, util = _fresh_model(rng), float(rng.integers(8, 200)), round(rng.uniform(0.6, 0.98), 2)
        ctx, bs = int(rng.integers(1, 40_000)), int(rng.choice([1, 8, 16, 32, 128]))
        dtype = str(rng.choice(list(BYTES)))
        want, unrounded = spec(cfg, mem, util, ctx, bs, dtype)
        # off the border, so that no order of float operations decides
        if abs(unrounded - round(unrounded)) > Fraction(1, 10**4):
            exact(
                solution.kv_plan(cfg, mem, util, ctx, bs, dtype),
                want,
                expected=f"the plan in exact fractions: {want['blocks']} blocks",
            )


def _fresh_model(rng: np.random.Generator) -> dict:
    """Return a model of plain, grouped or latent attention, some keys missing."""
    heads, width = int(rng.choice([8, 16, 32, 40])), int(rng.choice([32, 64, 128]))
    cfg = {
        "num_hidden_layers": int(rng.integers(1, 100)),
        "hidden_size": heads * width,
        "num_attention_heads": heads,
        "weight_bytes": int(rng.integers(1, 200 * GB)),
    }
    optional = {
        "num_key_value_heads": int(rng.choice([1, 2, 4, 8, 10])),
        "head_dim": int(rng.choice([64, 96, 128, 256])),
        "overhead_bytes": int(rng.integers(1, 4 * GB)),
        "tp": int(rng.choice([2, 3, 4, 8, 16])),
    }
    latent = {"kv_lora_rank": int(rng.choice([256, 512])), "qk_rope_head_dim": int(rng.choice([32, 64]))}
    cfg |= {key: value for key, value in optional.items() if rng.random() < 0.7}
    return cfg | (latent if rng.random() < 0.25 else {})
