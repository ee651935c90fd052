"""A prompt to a stream of tokens and text: prefill in chunks, then one token after another until an end.

Leaves out batching, chat templates (tokenizer/chat.py) and how a token is chosen (sampling/).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats
from drill.core.infer.backends.base import Cache, Model
from drill.core.infer.metrics import Watch
from drill.core.infer.sampling.logprobs import Logprobs
from drill.core.infer.sampling.options import SamplingOptions
from drill.core.infer.sampling.sampler import Mask, Sampled, Sampler
from drill.core.infer.stops import StopTexts
from drill.core.infer.tokenizer.streaming import StreamDecoder

FinishReason = Literal["stop", "length"]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, kw_only=True)
class Request:
    """What to continue, how, and when to end.

    `prompt` is all of the text so far: the cache may hold its first tokens already, as after a chat turn.
    `max_tokens` None goes on until the cache is full. `stop_ids` are tokens such as EOS: they end the answer,
    count as tokens and have no text. `sample` numbers answers to the same prompt and seed.
    """

    prompt: Sequence[int]
    options: SamplingOptions = field(default_factory=SamplingOptions)
    max_tokens: int | None = None
    stop_ids: frozenset[int] = frozenset()
    stop_texts: tuple[str, ...] = ()
    chunk: int = 256
    sample: int = 0


class Words(NamedTuple):
    """What an answer needs of a vocabulary: each token's bytes, and which logits are of a token.

    `real` is [vocabulary], or None when all are. Tables are padded to a round size: what pads them has no
    probability in an answer, whatever the weights there say.
    """

    bytes_of: Callable[[int], bytes]
    real: Mask | None


class Step(NamedTuple):
    """One token and the text that is sure after it; the text of all steps together is the answer.

    The text is empty while a character is incomplete or a stop text may have begun. `logprobs` are there if
    the options ask for them; `finish_reason` stands on the last step alone.
    """

    token: int
    text: str
    logprobs: Logprobs | None
    finish_reason: FinishReason | None


def generate(
    model: Model,
    cache: Cache,
    request: Request,
    *,
    words: Words,
    watch: Watch,
    on_prefill: Progress = lambda done, total: None,
) -> Iterator[Step]:
    """Return the steps of an answer; computing begins with the first one that is asked for.

    The cache must hold nothing but the prompt's first tokens; at the end it holds prompt and answer without
    the last token. `on_prefill` is told how many of the tokens to compute are done, after each chunk.
    InputError at once for an empty prompt, for more tokens than the cache has room for, and for a
    max_tokens or chunk below 1.
    """
    limit = _limit(request, cache.capacity)
    answer = _Answer(request, limit, words)
    sampler = Sampler(request.options, prompt=request.prompt, sample=request.sample)

    def steps() -> Iterator[Step]:
        logits = _prefill(model, cache, request, watch=watch, on_prefill=on_prefill)
        while True:
            step = answer.take(sampler.next(_without_padding(logits, words.real)))
            watch.arrive(visible=bool(step.text))
            yield step
            if step.finish_reason:
                return
            logits = model.forward([step.token], [cache.length], cache)

    return steps()


def _prefill(model: Model, cache: Cache, request: Request, *, watch: Watch, on_prefill: Progress) -> Floats:
    """Compute what of the prompt the cache lacks; return the logits after its last token, [vocabulary]."""
    total = len(request.prompt)
    # the last token always runs: without it there are no logits
    cache.rewind(min(cache.length, total - 1))
    held = cache.length
    watch.start(total - held)
    for begin in range(held, total, request.chunk):
        end = min(begin + request.chunk, total)
        logits = model.forward(request.prompt[begin:end], range(begin, end), cache)
        on_prefill(end - held, total - held)
    return logits


def _without_padding(logits: Floats, real: Mask | None) -> Floats:
    return logits if real is None else np.where(real, logits, np.float32(-np.inf))


def _limit(request: Request, capacity: int) -> int:
    """Return the most tokens that the answer may have; the last one never enters the cache."""
    size = len(request.prompt)
    if size == 0:
        raise InputError("the prompt is empty: give at least one token")
    if request.chunk < 1:
        raise InputError(f"chunk is {request.chunk}: it must be 1 or more")
    room = capacity - size + 1
    if room < 1:
        raise InputError(f"the prompt has {size} tokens and {capacity} fit: shorten it")
    wanted = room if request.max_tokens is None else request.max_tokens
    if not 1 <= wanted <= room:
        raise InputError(
            f"max_tokens is {wanted}: after {size} prompt tokens of {capacity} it must be 1 to {room}"
        )
    return wanted


class _Answer:
    """The answer so far: turns tokens into text and knows when it ends."""

    def __init__(self, request: Request, limit: int, words: Words) -> None:
        self._stop_ids = request.stop_ids
        self._left = limit
        self._bytes_of = words.bytes_of
        self._decoder = StreamDecoder()
        self._stops = StopTexts(request.stop_texts)

    def take(self, sampled: Sampled) -> Step:
        """Return the step that a sampled token makes."""
        self._left -= 1
        text, reason = self._advance(sampled.token)
        return Step(sampled.token, text, sampled.logprobs, reason)

    def _advance(self, token: int) -> tuple[str, FinishReason | None]:
        if token in self._stop_ids:
            return self._rest(), "stop"
        text, stopped = self._stops.feed(self._decoder.feed(self._bytes_of(token)))
        if stopped:
            return text, "stop"
        if self._left == 0:
            return text + self._rest(), "length"
        return text, None

    def _rest(self) -> str:
        """Return what decoder and stop texts still hold back."""
        return self._stops.feed(self._decoder.flush()).text + self._stops.flush()
