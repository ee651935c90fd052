"""A model at work on one conversation: what its cache holds already is not computed again.

Leaves out loading (cli/models/opening.py) and showing; prints nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from drill.core.infer.backends.base import Model
from drill.core.infer.generate import Progress, Request, Step, Words, generate
from drill.core.infer.metrics import Watch
from drill.core.infer.sampling.options import SamplingOptions
from drill.core.infer.tokenizer.chat import chat_ids
from drill.core.infer.tokenizer.templates import Message
from drill.core.infer.tokenizer.tokenizer import Tokenizer

# what ends a turn or a text in the vocabularies that the core reads
ENDS = ("<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|end_of_text|>")


@dataclass(frozen=True, kw_only=True)
class Wish:
    """How to answer: sampling, the most tokens (None: what fits), texts that end the answer."""

    sampling: SamplingOptions = field(default_factory=SamplingOptions)
    max_tokens: int | None = None
    stops: tuple[str, ...] = ()


def _ignore(done: int, total: int) -> None:
    """Tell nobody how far prefill is."""


class Speaker:
    """One model, one cache. `watch` has the times of the newest answer."""

    def __init__(
        self, model: Model, tokenizer: Tokenizer, *, capacity: int, clock: Callable[[], float]
    ) -> None:
        """Start with an empty cache for `capacity` tokens; InputError beyond the model's context."""
        self.model = model
        self.tokenizer = tokenizer
        self.watch = Watch(clock)
        self._clock = clock
        self._cache = model.new_cache(capacity)
        self._held: list[int] = []
        ends = {tokenizer.vocabulary.specials.get(text) for text in ENDS} | {tokenizer.eos}
        self._stop_ids = frozenset(number for number in ends if number is not None)
        self._words = Words(tokenizer.token, tokenizer.real(model.config.vocabulary))

    def prompt_ids(self, text: str) -> list[int]:
        """Return the ids of a raw prompt."""
        return self.tokenizer.encode_prompt(text)

    def chat_ids(self, messages: Sequence[Message]) -> list[int]:
        """Return the ids of a conversation up to where the answer begins; InputError without a template."""
        return chat_ids(self.tokenizer, messages)

    def is_end(self, token: int) -> bool:
        """Whether a token ends an answer and has no text."""
        return token in self._stop_ids

    def answer(self, prompt: Sequence[int], wish: Wish, *, on_prefill: Progress = _ignore) -> Iterator[Step]:
        """Return the steps of an answer; it may be left off at any step. InputError as generate."""
        self.watch = Watch(self._clock)
        # what is rewound is gone even if the request is refused
        self._held = self._held[: _shared(self._held, prompt)]
        self._cache.rewind(len(self._held))
        request = Request(
            prompt=prompt,
            options=wish.sampling,
            max_tokens=self._within(wish.max_tokens, len(prompt)),
            stop_ids=self._stop_ids,
            stop_texts=wish.stops,
        )
        steps = generate(
            self.model,
            self._cache,
            request,
            words=self._words,
            watch=self.watch,
            on_prefill=on_prefill,
        )
        return self._noted(list(prompt), steps)

    def _within(self, wanted: int | None, prompt_tokens: int) -> int | None:
        """Return the most tokens wished for, or what the cache has room for where that is less."""
        room = self._cache.capacity - prompt_tokens + 1
        return wanted if wanted is None or room < 1 else min(wanted, room)

    def _noted(self, tokens: list[int], steps: Iterator[Step]) -> Iterator[Step]:
        try:
            for step in steps:
                tokens.append(step.token)
                yield step
        finally:
            self._held = tokens[: self._cache.length]


def _shared(held: Sequence[int], wanted: Sequence[int]) -> int:
    """Return how many first tokens are the same."""
    pairs = enumerate(zip(held, wanted, strict=False))
    return next((place for place, (one, other) in pairs if one != other), min(len(held), len(wanted)))
