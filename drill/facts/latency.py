"""Times of prefill, decode and a whole request on one device, from FLOPs and bytes.

Leaves out queueing (limits.py) and sending KV over a link (kv.py).
"""

from drill.facts import rounding

__all__ = [
    "best_split_rate",
    "chunked_prefill_steps",
    "concurrency_ceiling",
    "decode_step_seconds",
    "decode_tokens_per_second",
    "extrapolated_ttft_seconds",
    "generation_rate",
    "largest_batch",
    "observed_ttft_seconds",
    "prefill_linear_seconds",
    "prefill_seconds",
    "rate_at_context",
    "thinking_budget_tokens",
    "thinking_wait_seconds",
    "tokens_within",
    "total_seconds",
    "tpot_seconds",
]


def total_seconds(*, ttft_seconds: float, itl_seconds: float, output_tokens: int) -> float:
    """Return TTFT + (n - 1) * ITL: the first token comes with TTFT.

    Unit: seconds. Source: DistServe (Zhong et al. 2024), section 2; vLLM benchmark metrics.
    """
    return ttft_seconds + (output_tokens - 1) * itl_seconds


def tpot_seconds(*, end_to_end_seconds: float, ttft_seconds: float, output_tokens: int) -> float:
    """Return (end to end - TTFT) / (n - 1).

    Unit: seconds a token. Source: vLLM benchmark metrics; DistServe (Zhong et al. 2024), section 2.
    """
    if output_tokens < 2:
        raise ValueError("tpot_seconds needs 2 output tokens or more")
    return (end_to_end_seconds - ttft_seconds) / (output_tokens - 1)


def prefill_linear_seconds(
    *, parameters: float, prompt_tokens: int, flops_per_second: float, mfu: float
) -> float:
    """Return 2 * N * S / (FLOP/s * MFU): the linear layers only, good for short prompts.

    Unit: seconds. Source: Pope et al. 2022 (Efficiently Scaling Transformer Inference), section 2.
    """
    return 2 * parameters * prompt_tokens / _achieved(flops_per_second, mfu)


def prefill_seconds(  # noqa: PLR0913 - a formula takes each of its quantities by name
    *,
    parameters: float,
    layers: int,
    heads: int,
    head_dim: int,
    prompt_tokens: int,
    flops_per_second: float,
    mfu: float,
) -> float:
    """Return (2 * N * S + 2 * layers * heads * head_dim * S**2) / (FLOP/s * MFU), causal half counted.

    Unit: seconds. Source: PaLM (Chowdhery et al. 2022), appendix B, forward third; causal half derived.
    """
    linear = 2 * parameters * prompt_tokens
    attention = 2 * layers * heads * head_dim * prompt_tokens**2
    return (linear + attention) / _achieved(flops_per_second, mfu)


def decode_step_seconds(
    *, weight_bytes: float, batch: int, context: int, kv_bytes_per_token: float, bandwidth: float
) -> float:
    """Return (weight_bytes + batch * context * kv_bytes_per_token) / bandwidth: memory-bound steps.

    Unit: seconds a step. Source: Pope et al. 2022, section 2; Stanford CS336, lecture 10.
    """
    if bandwidth == 0:
        raise ValueError("decode_step_seconds needs a bandwidth above 0")
    return (weight_bytes + batch * context * kv_bytes_per_token) / bandwidth


def decode_tokens_per_second(*, weight_bytes: float, bandwidth: float) -> float:
    """Return bandwidth / weight_bytes: the ceiling at batch 1 and short context.

    Unit: tokens a second. Source: Pope et al. 2022, section 2; Stanford CS336, lecture 10.
    """
    if weight_bytes == 0:
        raise ValueError("decode_tokens_per_second needs more than 0 bytes of weights")
    return bandwidth / weight_bytes


def chunked_prefill_steps(*, prompt_tokens: int, token_budget: int, running_decodes: int) -> int:
    """Return ceil(S / (token_budget - running_decodes)), each running decode taking 1 token of a step.

    Unit: steps. Source: Agrawal et al. 2024 (Sarathi-Serve); vLLM V1 scheduler.
    """
    if token_budget <= running_decodes:
        raise ValueError("chunked_prefill_steps needs a budget above the running decodes")
    return rounding.ceil(prompt_tokens / (token_budget - running_decodes))


def thinking_wait_seconds(*, ttft_seconds: float, thinking_tokens: int, itl_seconds: float) -> float:
    """Return TTFT + thinking_tokens * ITL: when the first visible token comes.

    Unit: seconds. Source: derived from TTFT and ITL as DistServe (Zhong et al. 2024) defines them.
    """
    return ttft_seconds + thinking_tokens * itl_seconds


def observed_ttft_seconds(*, network_seconds: float, queue_seconds: float, prefill_seconds: float) -> float:
    """Return network + queue + prefill: what a client sees, tokenizing and sampling taken as nothing.

    Unit: seconds. Source: vLLM, metrics design (queue and prefill intervals); DistServe, section 2.
    """
    return network_seconds + queue_seconds + prefill_seconds


def tokens_within(*, budget_seconds: float, ttft_seconds: float, itl_seconds: float) -> int:
    """Return floor((budget - TTFT) / ITL) + 1: the longest answer that is complete within the budget.

    Unit: tokens, 0 where even the first comes too late. Source: total_seconds solved for n.
    """
    if itl_seconds == 0:
        raise ValueError("tokens_within needs an ITL above 0")
    return max(0, rounding.floor((budget_seconds - ttft_seconds) / itl_seconds) + 1)


def thinking_budget_tokens(
    *, budget_seconds: float, ttft_seconds: float, itl_seconds: float, reply_tokens: int
) -> int:
    """Return tokens_within - reply_tokens: what may be thought before an answer that is complete in time.

    Unit: tokens, 0 where the answer alone takes longer. Source: tokens_within.
    """
    tokens = tokens_within(budget_seconds=budget_seconds, ttft_seconds=ttft_seconds, itl_seconds=itl_seconds)
    return max(0, tokens - reply_tokens)


def extrapolated_ttft_seconds(*, fixed_seconds: float, once_seconds: float, twice_seconds: float) -> float:
    """Return a + 6*y2 - 8*y1: TTFT at 4S of a + b*S + c*S**2 through S and 2S, y1 and y2 being above a.

    Unit: seconds. Source: derived; linear layers grow with S, causal attention with S**2 (prefill_seconds).
    """
    once, twice = once_seconds - fixed_seconds, twice_seconds - fixed_seconds
    return fixed_seconds + 6 * twice - 8 * once


def largest_batch(
    *, itl_seconds: float, weight_bytes: float, context: int, kv_bytes_per_token: float, bandwidth: float
) -> int:
    """Return floor((ITL * bandwidth - weight_bytes) / (context * kv_bytes_per_token)): memory-bound steps.

    Unit: sequences, 0 where the weights alone take longer. Source: decode_step_seconds solved for batch.
    """
    cache = context * kv_bytes_per_token
    if cache == 0:
        raise ValueError("largest_batch needs a context and KV bytes above 0")
    return max(0, rounding.floor((itl_seconds * bandwidth - weight_bytes) / cache))


def best_split_rate(*, gpus: int, prefill_rate: float, decode_rate: float) -> float:
    """Return the largest min(p * prefill_rate, (gpus - p) * decode_rate) over whole p.

    Unit: requests a second. Source: derived from DistServe (Zhong et al. 2024), one-GPU instances.
    """
    if gpus < 2:
        raise ValueError("best_split_rate needs 2 GPUs or more")
    return max(min(p * prefill_rate, (gpus - p) * decode_rate) for p in range(1, gpus))


def generation_rate(*, output_tokens: int, generation_seconds: float) -> float:
    """Return output_tokens / generation_seconds: decode speed without loading and prefill.

    Unit: tokens a second. Source: Ollama API documentation, usage (eval_count, eval_duration).
    """
    if generation_seconds == 0:
        raise ValueError("generation_rate needs more than 0 seconds")
    return output_tokens / generation_seconds


def rate_at_context(*, empty_rate: float, measured_rate: float, times: float) -> float:
    """Return 1 / (1/r0 + times * (1/r1 - 1/r0)): one stream at `times` the context at which r1 was measured.

    Unit: tokens a second. Source: derived; decode_step_seconds is linear in context.
    """
    if empty_rate == 0 or measured_rate == 0:
        raise ValueError("rate_at_context needs rates above 0")
    return 1 / (1 / empty_rate + times * (1 / measured_rate - 1 / empty_rate))


def concurrency_ceiling(*, context: int, kv_bytes_per_token: float, bandwidth: float) -> float:
    """Return bandwidth / (context * kv_bytes_per_token): all streams' rate as the batch grows, memory-bound.

    Unit: tokens a second. Source: batch / decode_step_seconds for a batch without end.
    """
    cache = context * kv_bytes_per_token
    if cache == 0:
        raise ValueError("concurrency_ceiling needs a context and KV bytes above 0")
    return bandwidth / cache


def _achieved(flops_per_second: float, mfu: float) -> float:
    achieved = flops_per_second * mfu
    if achieved == 0:
        raise ValueError("prefill needs more than 0 FLOP a second")
    return achieved
