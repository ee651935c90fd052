"""A speaker on a small random model: what is computed again, what ends an answer, what is left off."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.infer.backends.base import Model
from drill.core.infer.backends.choose import load_model
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.sampling.options import SamplingOptions
from drill.core.infer.tokenizer.templates import Message
from drill.core.infer.tokenizer.tokenizer import Tokenizer
from drill.core.infer.tokenizer.vocabulary import Vocabulary
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.random import random_checkpoint
from drill.sessions.models.speaker import Speaker, Wish

SPECIALS = {"<|im_start|>": 256, "<|im_end|>": 257}
TOKENS = [*(bytes([i]) for i in range(256)), *(name.encode() for name in SPECIALS)]
CHATML = (
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + "
    "'<|im_end|>' + '\n'}}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
VOCABULARY = Vocabulary(
    tokens=TOKENS,
    ranks={token: rank for rank, token in enumerate(TOKENS[:256])},
    specials=SPECIALS,
    pattern="gpt2",
    eos=257,
    chat_template=CHATML,
)
CONFIG = ModelConfig(
    family="llama",
    name="tiny",
    layers=2,
    width=32,
    heads=4,
    kv_heads=2,
    head_dim=8,
    hidden=64,
    vocabulary=258,
    context=96,
    eps=1e-5,
    rope_dims=8,
)


class Counting:
    """A model that notes the tokens it is given."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.config = model.config
        self.given: list[int] = []

    def new_cache(self, capacity: int) -> Any:
        return self.model.new_cache(capacity)

    def forward(self, tokens: Sequence[int], *args: Any, **options: Any) -> Any:
        self.given += tokens
        return self.model.forward(tokens, *args, **options)


@pytest.fixture
def counting() -> Counting:
    checkpoint = random_checkpoint(CONFIG, np.random.default_rng(5))
    return Counting(load_model(checkpoint, backend="numpy"))


@pytest.fixture
def speaker(counting: Counting) -> Speaker:
    return Speaker(counting, Tokenizer(VOCABULARY), capacity=96, clock=lambda: 0.0)


def fresh(counting: Counting) -> Speaker:
    return Speaker(counting.model, Tokenizer(VOCABULARY), capacity=96, clock=lambda: 0.0)


def tokens_of(speaker: Speaker, prompt: Sequence[int], wish: Wish) -> list[int]:
    return [step.token for step in speaker.answer(prompt, wish)]


def test_a_turn_computes_only_what_is_new(speaker: Speaker, counting: Counting) -> None:
    wish = Wish(sampling=SamplingOptions(temperature=0), max_tokens=4)
    first = speaker.chat_ids([Message("user", "hi")])
    answer = tokens_of(speaker, first, wish)
    counting.given.clear()
    # the last token of an answer was not run yet, and a prompt's last one always is
    second = [*first, *answer, *speaker.prompt_ids("and?")]
    cached = tokens_of(speaker, second, wish)
    assert counting.given == [answer[-1], *speaker.prompt_ids("and?"), *cached[:-1]]
    assert tokens_of(fresh(counting), second, wish) == cached


def test_another_text_goes_back_to_where_they_part(speaker: Speaker, counting: Counting) -> None:
    wish = Wish(sampling=SamplingOptions(temperature=0), max_tokens=2)
    tokens_of(speaker, speaker.prompt_ids("abcdef"), wish)
    counting.given.clear()
    tokens_of(speaker, speaker.prompt_ids("abcxyz"), wish)
    assert counting.given[:3] == list(b"xyz")


def test_a_request_that_is_refused_leaves_a_cache_that_is_right(speaker: Speaker, counting: Counting) -> None:
    wish = Wish(sampling=SamplingOptions(temperature=0), max_tokens=4)
    long = speaker.prompt_ids("abcdef" * 5)
    tokens_of(speaker, long, wish)
    # refused after the cache was rewound to what both begin with
    with pytest.raises(InputError, match="the prompt has 100 tokens and 96 fit"):
        speaker.answer([*long[:24], *speaker.prompt_ids("x" * 76)], wish)
    with pytest.raises(InputError, match="max_tokens is 0"):
        speaker.answer(long[:12], Wish(max_tokens=0))
    assert tokens_of(speaker, long, wish) == tokens_of(fresh(counting), long, wish)


def test_a_request_that_is_never_begun_leaves_a_cache_that_is_right(
    speaker: Speaker, counting: Counting
) -> None:
    wish = Wish(sampling=SamplingOptions(temperature=0), max_tokens=4)
    long = speaker.prompt_ids("abcdef" * 5)
    tokens_of(speaker, long, wish)
    speaker.answer(speaker.prompt_ids("abx"), wish)
    assert tokens_of(speaker, long, wish) == tokens_of(fresh(counting), long, wish)


def test_rows_beyond_the_vocabulary_never_come() -> None:
    config = replace(CONFIG, vocabulary=300)
    tensors = dict(random_checkpoint(config, np.random.default_rng(5)).tensors)
    checkpoint = Checkpoint(config, tensors, VOCABULARY)
    padded = Speaker(
        load_model(checkpoint, backend="numpy"), Tokenizer(VOCABULARY), capacity=96, clock=lambda: 0.0
    )
    flat = SamplingOptions(temperature=1000, logprobs=299, logit_bias={257: float("-inf")})
    steps = list(padded.answer(padded.prompt_ids("abc"), Wish(sampling=flat, max_tokens=90)))
    assert len(steps) == 90
    for step in steps:
        assert step.logprobs is not None
        assert {step.token, *(token for token, _ in step.logprobs.top)} == set(range(258))


def test_an_answer_left_off_leaves_a_cache_that_is_right(speaker: Speaker, counting: Counting) -> None:
    wish = Wish(sampling=SamplingOptions(temperature=0), max_tokens=8)
    prompt = speaker.prompt_ids("abc")
    steps = speaker.answer(prompt, wish)
    begun = [next(steps).token, next(steps).token]
    steps.close()  # type: ignore[attr-defined]
    whole = tokens_of(speaker, prompt, wish)
    assert whole[:2] == begun
    assert tokens_of(fresh(counting), prompt, wish) == whole


def test_the_end_of_a_turn_has_no_text(speaker: Speaker) -> None:
    forced = SamplingOptions(temperature=0, logit_bias={257: 1000.0})
    steps = list(speaker.answer(speaker.prompt_ids("abc"), Wish(sampling=forced)))
    assert [(step.token, step.text, step.finish_reason) for step in steps] == [(257, "", "stop")]
    assert speaker.is_end(257)


def test_no_more_than_fits(speaker: Speaker) -> None:
    greedy = SamplingOptions(temperature=0, logit_bias={257: float("-inf")})
    steps = list(speaker.answer(speaker.prompt_ids("a" * 90), Wish(sampling=greedy, max_tokens=500)))
    assert len(steps) == 96 - 90 + 1
    assert steps[-1].finish_reason == "length"
    with pytest.raises(InputError, match="the prompt has 97 tokens and 96 fit: shorten it"):
        speaker.answer(speaker.prompt_ids("a" * 97), Wish())
