"""Times of prefill, decode and a whole request on one device, from FLOPs and bytes.

Leaves out queueing (limits.py) and sending KV over a link (kv.py).
"""

from drill.facts import rounding

__all__ = [
    "chunked_prefill_steps",
    "decode_step_seconds",
    "decode_tokens_per_second",
    "prefill_linear_seconds",
    "prefill_seconds",
    "thinking_wait_seconds",
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


def _achieved(flops_per_second: float, mfu: float) -> float:
    achieved = flops_per_second * mfu
    if achieved == 0:
        raise ValueError("prefill needs more than 0 FLOP a second")
    return achieved
