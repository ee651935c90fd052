"""How much KV cache fits beside the weights, and how many sequences that serves."""


def kv_plan(cfg: dict, mem: float, util: float, ctx: int, bs: int, dtype: str) -> dict[str, int]:
    """Return bytes_per_token, blocks, tokens and seqs for one GPU of `mem` GB (1e9 bytes).

    cfg: config.json's names, and weight_bytes (all GPUs), overhead_bytes (per GPU, 0), tp (1).
    util: share of the memory in use; ctx: tokens of a sequence; bs: tokens of a block.
    dtype of the cache: float32, float16, bfloat16, fp8 or int8.
    """
    raise NotImplementedError
