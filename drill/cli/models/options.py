"""The options that `drill model run` and `drill model chat` share, and a type of those of `bench`.

Leaves out what they do (running.py, chatting.py). Imports click only.
"""

from collections.abc import Callable
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

if TYPE_CHECKING:
    from drill.core.infer.backends.choose import Activations, Backend, Device
    from drill.sessions.models.speaker import Wish

Function = TypeVar("Function", bound=Callable[..., Any])
_LONGEST_WAIT = 3600.0
ORDERS = ("vllm", "transformers", "llama.cpp")

_MODEL = [
    click.option("--model", "-m", help="Name or path of a model; without it the one that is there."),
    click.option("--device", type=click.Choice(["auto", "cpu", "cuda"]), default="auto", show_default=True),
    click.option(
        "--backend", type=click.Choice(["numpy", "numba", "torch"]), help="Default: the fastest here."
    ),
    click.option("--threads", type=click.IntRange(min=1), help="Default: all cores."),
    click.option(
        "--activations",
        type=click.Choice(["int16", "int8"]),
        default="int16",
        show_default=True,
        help="What numba rounds activations to.",
    ),
    click.option("--context", type=click.IntRange(min=1), help="Size of the KV cache in tokens."),
]
_SAMPLING = [
    click.option("--temperature", type=float, default=0.0, show_default=True, help="0 is greedy."),
    click.option("--top-k", type=int, default=0, show_default=True, help="0 is off."),
    click.option("--top-p", type=float, default=1.0, show_default=True, help="1 is off."),
    click.option("--min-p", type=float, default=0.0, show_default=True, help="0 is off."),
    click.option("--repetition-penalty", type=float, default=1.0, show_default=True, help="1 is off."),
    click.option("--presence-penalty", type=float, default=0.0, show_default=True),
    click.option("--frequency-penalty", type=float, default=0.0, show_default=True),
    click.option("--bias", multiple=True, metavar="ID:BIAS", help="Add to a token's logit; -inf bans it."),
    click.option("--order", type=click.Choice(ORDERS), default="vllm", show_default=True),
    click.option("--seed", type=click.IntRange(min=0), help="Draw the same again; without it a new draw."),
    click.option("--max-tokens", type=click.IntRange(min=1), default=512, show_default=True),
    click.option("--stop", multiple=True, help="A text that ends the answer; may be given again."),
]


class Seconds(click.FloatRange):
    """Seconds that somebody would wait for: a range lets nan through."""

    def __init__(self) -> None:
        super().__init__(min=0, max=_LONGEST_WAIT)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the seconds; what is no length of time fails in one line."""
        seconds = float(super().convert(value, param, ctx))
        if isnan(seconds):
            self.fail(f"{seconds} is no number of seconds", param, ctx)
        return seconds


class Loading(NamedTuple):
    """Which model, on what."""

    model: str | None
    device: "Device"
    backend: "Backend | None"
    threads: int | None
    activations: "Activations"
    context: int | None


def model_options(function: Function) -> Function:
    """Add the options that say which model runs on what."""
    return _with(_MODEL, function)


def sampling_options(function: Function) -> Function:
    """Add the options that say how the next token is chosen and when an answer ends."""
    return _with(_SAMPLING, function)


def _with(options: list[Callable[[Any], Any]], function: Function) -> Function:
    for option in reversed(options):
        function = option(function)
    return function


def loading_of(values: dict[str, Any]) -> Loading:
    """Take the model's options out of a command's."""
    return Loading(*(values.pop(name) for name in Loading._fields))


def wish_of(values: dict[str, Any], *, drawn_seed: int, logprobs: int | None = None) -> "Wish":
    """Take the sampling options out of a command's; `drawn_seed` is used where none is given."""
    from drill.core.infer.sampling.options import SamplingOptions
    from drill.sessions.models.speaker import Wish

    seed, bias = values.pop("seed"), values.pop("bias")
    max_tokens, stops = values.pop("max_tokens"), values.pop("stop")
    sampling = SamplingOptions(
        **values,
        logit_bias=dict(map(_bias, bias)),
        seed=drawn_seed if seed is None else seed,
        logprobs=logprobs,
    )
    return Wish(sampling=sampling, max_tokens=max_tokens, stops=stops)


def _bias(text: str) -> tuple[int, float]:
    from drill.errors import UsageError

    token, colon, bias = text.partition(":")
    try:
        return int(token), float(bias if colon else "none")
    except ValueError:
        raise UsageError(f"--bias takes a token id and a number, such as 42:-inf, not `{text}`") from None
