"""The context window as a budget: slots, chunks, chat history, and what stretching it does.

Leaves out the price of it (price.py) and its KV cache (kv.py).
"""

import math

from drill.facts import price

__all__ = ["attention_growth", "chat_input_tokens", "chunks_that_fit", "slot_context", "yarn_logit_scale"]


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


def yarn_logit_scale(*, factor: float) -> float:
    """Return (0.1 * ln(factor) + 1)**2: what YaRN multiplies attention logits by.

    Unit: ratio. Source: Peng et al. 2023 (YaRN), section 3.4.
    """
    if factor <= 0:
        raise ValueError("yarn_logit_scale needs an extension factor above 0")
    return (0.1 * math.log(factor) + 1) ** 2


def attention_growth(*, old_tokens: float, new_tokens: float) -> float:
    """Return (new_tokens / old_tokens)**2: how prefill attention work grows.

    Unit: ratio. Source: Vaswani et al. 2017, table 1 (quadratic in sequence length).
    """
    if old_tokens == 0:
        raise ValueError("attention_growth needs more than 0 tokens before")
    return (new_tokens / old_tokens) ** 2
