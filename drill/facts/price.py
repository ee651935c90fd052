"""What requests, cached prefixes, agents and one's own GPU cost; prices are dollars a million tokens.

Leaves out any provider's price list: prices.py has illustrative rows only.
"""

__all__ = [
    "agent_input_tokens",
    "blended_request_dollars",
    "break_even_tokens",
    "cached_input_dollars",
    "cached_prefix_ratio",
    "equal_price",
    "gpu_request_dollars",
    "parallel_calls_saving",
    "per_million_tokens",
    "request_dollars",
    "solved_dollars",
    "tool_definition_tokens",
]

MILLION = 1_000_000


def request_dollars(
    *, input_tokens: float, output_tokens: float, input_price: float, output_price: float
) -> float:
    """Return (input_tokens * input_price + output_tokens * output_price) / 1e6, within one price tier.

    Unit: dollars, prices in dollars a million tokens. Source: providers' price pages (the common form).
    """
    return (input_tokens * input_price + output_tokens * output_price) / MILLION


def cached_prefix_ratio(*, calls: int, write: float, read: float) -> float:
    """Return (write + read * (calls - 1)) / calls: a cached prefix beside paying it in full each call.

    `write` and `read` are multiples of the input price; every call after the first is a hit.
    Unit: ratio. Source: Anthropic, prompt caching guide (write 1.25 or 2, read 0.1 on most models).
    """
    if calls == 0:
        raise ValueError("cached_prefix_ratio needs at least 1 call")
    return (write + read * (calls - 1)) / calls


def cached_input_dollars(  # noqa: PLR0913 - a formula takes each of its quantities by name
    *,
    calls: int,
    writes: int,
    prefix: float,
    tail: float,
    input_price: float,
    write: float,
    read: float,
) -> float:
    """Return (prefix * (writes * write + (calls - writes) * read) + calls * tail) * input_price / 1e6.

    `writes` of the calls find no cached prefix; `write` and `read` are multiples of the input price.
    Unit: dollars, the price in dollars a million tokens. Source: Anthropic, prompt caching guide.
    """
    prefix_tokens = prefix * (writes * write + (calls - writes) * read)
    return (prefix_tokens + calls * tail) * input_price / MILLION


def blended_request_dollars(
    *,
    input_tokens: float,
    output_tokens: float,
    input_price: float,
    output_price: float,
    hit_rate: float,
    read: float,
) -> float:
    """Return (input_tokens * input_price * ((1 - h) + h * read) + output_tokens * output_price) / 1e6.

    Unit: dollars, prices in dollars a million tokens. Source: providers' prompt caching guides.
    """
    full_price_tokens = input_tokens * ((1 - hit_rate) + hit_rate * read)
    return request_dollars(
        input_tokens=full_price_tokens,
        output_tokens=output_tokens,
        input_price=input_price,
        output_price=output_price,
    )


def per_million_tokens(*, dollars_per_hour: float, tokens_per_second: float) -> float:
    """Return dollars_per_hour / (tokens_per_second * 3600) * 1e6.

    Unit: dollars a million tokens. Source: derived; the usual form of serving cost reports.
    """
    if tokens_per_second == 0:
        raise ValueError("per_million_tokens needs more than 0 tokens a second")
    return dollars_per_hour / (tokens_per_second * 3600) * MILLION


def agent_input_tokens(*, turns: int, prompt: int, growth: int) -> int:
    """Return T*P + g*T*(T - 1)/2: each turn sends the prompt and all that came before.

    Unit: tokens. Source: derived from stateless chat APIs (each call carries the whole history).
    """
    return turns * prompt + growth * turns * (turns - 1) // 2


def tool_definition_tokens(*, tools: int, tokens_per_tool: int, calls: int) -> int:
    """Return tools * tokens_per_tool * calls: schemas are prompt tokens in every call.

    Unit: tokens. Source: Anthropic and OpenAI tool use guides (definitions count as input tokens).
    """
    return tools * tokens_per_tool * calls


def parallel_calls_saving(*, calls: int, prompt: int, growth: int) -> int:
    """Return the input tokens of calls + 1 requests with a tool call each, less those of 2 with all at once.

    That is (calls - 1) * prompt + growth * calls * (calls - 1) / 2.
    Unit: tokens. Source: derived from stateless chat APIs (each request carries the whole history).
    """
    return (calls - 1) * prompt + growth * calls * (calls - 1) // 2


def solved_dollars(
    *, input_tokens: float, output_tokens: float, input_price: float, output_price: float, success: float
) -> float:
    """Return request_dollars / success: independent tries until one passes, 1 / success of them on average.

    Unit: dollars, prices in dollars a million tokens. Source: derived; mean of a geometric distribution.
    """
    if success == 0:
        raise ValueError("solved_dollars needs a chance of success above 0")
    one_try = request_dollars(
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        input_price=input_price,
        output_price=output_price,
    )
    return one_try / success


def gpu_request_dollars(
    *,
    input_tokens: float,
    output_tokens: float,
    prefill_tokens_per_second: float,
    decode_tokens_per_second: float,
    dollars_per_hour: float,
) -> float:
    """Return (input_tokens / prefill rate + output_tokens / decode rate) / 3600 * dollars_per_hour.

    The rates are a full batch's, and the two phases take turns on one GPU.
    Unit: dollars. Source: derived from GPU time; rates as in Zhong et al. 2024 (DistServe), section 2.
    """
    if prefill_tokens_per_second == 0 or decode_tokens_per_second == 0:
        raise ValueError("gpu_request_dollars needs rates above 0 tokens a second")
    seconds = input_tokens / prefill_tokens_per_second + output_tokens / decode_tokens_per_second
    return seconds / 3600 * dollars_per_hour


def break_even_tokens(*, fixed_dollars: float, api_price: float, own_price: float) -> float:
    """Return fixed_dollars / (api_price - own_price) * 1e6: from here on hosting yourself is cheaper.

    Unit: tokens, in the period of the fixed cost. Source: derived; break-even of fixed and unit costs.
    """
    if api_price <= own_price:
        raise ValueError("break_even_tokens needs an API price above one's own")
    return fixed_dollars / (api_price - own_price) * MILLION


def equal_price(*, price: float, chars_per_token: float, other_chars_per_token: float) -> float:
    """Return price * other_chars_per_token / chars_per_token: the other tokenizer's price for equal bills.

    Unit: dollars a million tokens. Source: derived; tokens of a text are characters / (characters a token).
    """
    if chars_per_token == 0:
        raise ValueError("equal_price needs more than 0 characters a token")
    return price * other_chars_per_token / chars_per_token
