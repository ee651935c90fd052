"""The context window as a budget: slots, chunks, chat history, and what stretching it does.

Leaves out the price of it (price.py) and its KV cache (kv.py).
"""

import math

from drill.facts import price, rounding

__all__ = [
    "attention_growth",
    "cached_chat_tokens",
    "chat_input_tokens",
    "chunks_that_fit",
    "half_speed_context",
    "slot_context",
    "stuffing_break_even",
    "yarn_logit_scale",
    "yarn_query_scale",
]


def slot_context(*, context_size: int, parallel: int) -> int:
    """Return floor(context_size / parallel): each slot's share without a unified KV cache.

    Exact for shares that are multiples of 256, to which llama.cpp rounds.
    Unit: tokens. Source: llama.cpp, server README (--ctx-size, --parallel).
    """
    if parallel == 0:
        raise ValueError("slot_context needs at least 1 slot")
    return context_size // parallel


def chunks_that_fit(
    *, window: int, system: int, tools: int, history: int, reserved_output: int, chunk: int
) -> int:
    """Return floor((window - system - tools - history - reserved_output) / chunk), 0 when nothing is left.

    Unit: chunks. Source: derived; input and output share the window in every chat API.
    """
    if chunk == 0:
        raise ValueError("chunks_that_fit needs chunks of 1 token or more")
    return max(window - system - tools - history - reserved_output, 0) // chunk


def chat_input_tokens(*, turns: int, system: int, growth: int) -> int:
    """Return the sum of system + i * growth for i below `turns`: each turn sends the history again.

    Unit: tokens. Source: derived from stateless chat APIs (each call carries the whole history).
    """
    return price.agent_input_tokens(turns=turns, prompt=system, growth=growth)


def cached_chat_tokens(*, turns: int, system: int, growth: int, read: float) -> float:
    """Return P + g*(T - 1) + read * (P*(T - 1) + g*(T - 1)*(T - 2)/2): a chat with a prefix cache.

    What the call before sent is read at `read` times the price; writes carry no surcharge.
    Unit: tokens at full price. Source: derived from providers' prompt caching guides.
    """
    fresh = system + growth * (turns - 1)
    return fresh + read * (chat_input_tokens(turns=turns, system=system, growth=growth) - fresh)


def stuffing_break_even(*, document: float, retrieved: float, write: float, read: float) -> int:
    """Return floor((write - read) * C / (K - read * C)) + 1: calls from which a cached C beats a plain K.

    Whole document C: written once, then read. Retrieval: K tokens at the plain price each call.
    Unit: calls. Source: derived from providers' prompt caching guides (write and read multipliers).
    """
    saved = retrieved - read * document
    if saved <= 0:
        raise ValueError("stuffing_break_even needs retrieved tokens dearer than reading the document")
    return rounding.floor((write - read) * document / saved) + 1


def half_speed_context(*, weight_bytes: float, kv_bytes_per_token: float) -> float:
    """Return weight_bytes / kv_bytes_per_token: a memory-bound step then reads as much cache as weights.

    Unit: tokens. Source: latency.decode_step_seconds solved for twice its time at an empty context.
    """
    if kv_bytes_per_token == 0:
        raise ValueError("half_speed_context needs KV bytes above 0")
    return weight_bytes / kv_bytes_per_token


def yarn_query_scale(*, factor: float) -> float:
    """Return 0.1 * ln(factor) + 1: what YaRN multiplies queries by, and keys as well.

    Unit: ratio. Source: Peng et al. 2023 (YaRN), section 3.4.
    """
    if factor <= 0:
        raise ValueError("YaRN needs an extension factor above 0")
    return 0.1 * math.log(factor) + 1


def yarn_logit_scale(*, factor: float) -> float:
    """Return (0.1 * ln(factor) + 1)**2: what YaRN multiplies attention logits by.

    Unit: ratio. Source: Peng et al. 2023 (YaRN), section 3.4.
    """
    return yarn_query_scale(factor=factor) ** 2


def attention_growth(*, old_tokens: float, new_tokens: float) -> float:
    """Return (new_tokens / old_tokens)**2: how prefill attention work grows.

    Unit: ratio. Source: Vaswani et al. 2017, table 1 (quadratic in sequence length).
    """
    if old_tokens == 0:
        raise ValueError("attention_growth needs more than 0 tokens before")
    return (new_tokens / old_tokens) ** 2
