"""What requests, cached prefixes, agents and one's own GPU cost; prices are dollars a million tokens.

Leaves out any provider's price list: prices.py has illustrative rows only.
"""

__all__ = [
    "agent_input_tokens",
    "blended_request_dollars",
    "cached_prefix_ratio",
    "per_million_tokens",
    "request_dollars",
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
