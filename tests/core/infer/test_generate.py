"""The loop on a scripted model: how answers end, what is held back, and what the cache holds after."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats
from drill.core.infer.generate import Request, Step, Words, generate
from drill.core.infer.metrics import RequestTimes, Watch
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.sampling.options import SamplingOptions
from drill.core.infer.sampling.sampler import Mask

EOS = 0
PIECES = [b"", b"a", b"b", b"#", b"\xe2", b"\x82", b"\xac", b"##b"]
GREEDY = SamplingOptions(temperature=0)


class ScriptedCache:
    def __init__(self, capacity: int) -> None:
        self.tokens: list[int] = []
        self.capacity = capacity

    @property
    def length(self) -> int:
        return len(self.tokens)

    def rewind(self, length: int) -> None:
        assert length <= self.length
        del self.tokens[length:]


class ScriptedModel:
    """Says the script after the prompt, one token a position, whatever it is given."""

    def __init__(self, script: Sequence[int], prompt: int) -> None:
        self.config = ModelConfig(
            family="llama",
            name="scripted",
            layers=1,
            width=1,
            heads=1,
            kv_heads=1,
            head_dim=1,
            hidden=1,
            vocabulary=len(PIECES),
            context=64,
            eps=1e-5,
        )
        self.script = script
        self.prompt = prompt
        self.calls: list[list[int]] = []

    def new_cache(self, capacity: int) -> ScriptedCache:
        return ScriptedCache(capacity)

    def forward(
        self, tokens: Sequence[int], positions: Sequence[int], cache: Any, *, every: bool = False
    ) -> Floats:
        assert list(positions) == list(range(cache.length, cache.length + len(tokens)))
        cache.tokens += tokens
        assert cache.length <= cache.capacity
        self.calls.append(list(tokens))
        logits = np.zeros(len(PIECES), np.float32)
        logits[self.script[max(cache.length - self.prompt, 0)]] = 5
        return logits


class Run:
    """One answer of a scripted model and all that can be seen of it."""

    def __init__(
        self,
        script: Sequence[int],
        *,
        capacity: int = 32,
        held: Sequence[int] = (),
        real: Mask | None = None,
        **request: Any,
    ):
        wanted = Request(**{"prompt": [1, 2, 1], "options": GREEDY, "stop_ids": frozenset({EOS}), **request})
        self.model = ScriptedModel(script, len(wanted.prompt))
        self.cache = self.model.new_cache(capacity)
        self.cache.tokens += held
        self.progress: list[tuple[int, int]] = []
        watch = Watch(iter(range(1000)).__next__)
        self.steps: list[Step] = list(
            generate(
                self.model,
                self.cache,
                wanted,
                words=Words(PIECES.__getitem__, real),
                watch=watch,
                on_prefill=lambda done, total: self.progress.append((done, total)),
            )
        )
        self.times: RequestTimes = watch.times()
        self.text = "".join(step.text for step in self.steps)
        self.reasons = [step.finish_reason for step in self.steps]


def test_until_eos() -> None:
    run = Run([1, 2, EOS])
    assert [step.token for step in run.steps] == [1, 2, EOS]
    assert [step.text for step in run.steps] == ["a", "b", ""]
    assert run.reasons == [None, None, "stop"]
    assert run.cache.tokens == [1, 2, 1, 1, 2]


def test_eos_first() -> None:
    run = Run([EOS])
    assert run.steps == [Step(EOS, "", None, "stop")]
    assert run.times.ttft_seconds is None


def test_max_tokens() -> None:
    run = Run([1, 2, 1, 2], max_tokens=2)
    assert (run.text, run.reasons) == ("ab", [None, "length"])
    single = Run([2, 2], max_tokens=1)
    assert single.steps == [Step(2, "b", None, "length")]
    assert len(single.model.calls) == 1


def test_a_stop_text_over_three_tokens() -> None:
    run = Run([1, 3, 3, 3, 2], stop_texts=("###",))
    assert [step.text for step in run.steps] == ["a", "", "", ""]
    assert run.reasons[-1] == "stop"


def test_a_stop_text_inside_a_token() -> None:
    run = Run([2, 7, 1], stop_texts=("#b",))
    assert (run.text, run.reasons) == ("b#", [None, "stop"])


@pytest.mark.parametrize(("script", "reason"), [([1, 3, 3, EOS], "stop"), ([1, 3, 3, 3], "length")])
def test_held_text_comes_at_the_end(script: list[int], reason: str) -> None:
    run = Run(script, stop_texts=("####",), max_tokens=4)
    assert run.text == "a" + "#" * (3 if reason == "length" else 2)
    assert run.reasons[-1] == reason


def test_a_character_over_three_tokens() -> None:
    run = Run([4, 5, 6, EOS])
    assert [step.text for step in run.steps] == ["", "", "€", ""]
    assert run.times.ttft_seconds == run.times.arrivals[2].seconds


def test_a_character_that_never_completes() -> None:
    assert Run([1, 4, 5], max_tokens=3).text == "a\ufffd"
    assert Run([1, 4, 5, EOS]).text == "a\ufffd"


@pytest.mark.parametrize("chunk", [1, 2, 3, 100])
def test_prefill_in_chunks(chunk: int) -> None:
    run = Run([2, EOS], prompt=[1, 2, 3, 4, 5], chunk=chunk)
    assert [token for call in run.model.calls[:-1] for token in call] == [1, 2, 3, 4, 5]
    assert all(len(call) <= chunk for call in run.model.calls)
    assert run.progress == [(min(end, 5), 5) for end in range(chunk, 5 + chunk, chunk)]
    assert run.text == "b"


def test_what_the_cache_holds_is_not_computed_again() -> None:
    run = Run([2, EOS], prompt=[1, 2, 3, 4], held=[1, 2])
    assert run.model.calls[0] == [3, 4]
    assert run.times.prefill_tokens == 2
    whole = Run([2, EOS], prompt=[1, 2, 3, 4], held=[1, 2, 3, 4])
    assert whole.model.calls[0] == [4]
    assert whole.cache.tokens == [1, 2, 3, 4, 2]


def test_no_limit_fills_the_cache() -> None:
    run = Run([2] * 40, capacity=6)
    assert len(run.steps) == 4
    assert run.cache.length == 6 - 1 + 1
    assert run.reasons[-1] == "length"


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"prompt": []}, "the prompt is empty"),
        ({"prompt": [1] * 9}, "the prompt has 9 tokens and 8 fit"),
        (
            {"prompt": [1] * 8, "max_tokens": 2},
            "max_tokens is 2: after 8 prompt tokens of 8 it must be 1 to 1",
        ),
        ({"max_tokens": 0}, "max_tokens is 0"),
        ({"chunk": 0}, "chunk is 0"),
        ({"stop_texts": ("",)}, "a stop text is empty"),
    ],
)
def test_what_cannot_be_done_is_said_before_any_computing(request_: dict[str, Any], message: str) -> None:
    model = ScriptedModel([1], 3)
    wanted = Request(**{"prompt": [1, 2, 1], **request_})
    words = Words(PIECES.__getitem__, None)
    with pytest.raises(InputError, match=message):
        generate(model, model.new_cache(8), wanted, words=words, watch=Watch(lambda: 0.0))
    assert model.calls == []


def test_a_full_prompt_gives_one_token() -> None:
    run = Run([2, 2], prompt=[1] * 8, capacity=8, max_tokens=1)
    assert run.text == "b"


def test_logprobs_come_along() -> None:
    run = Run([1, EOS], options=SamplingOptions(temperature=0, logprobs=1))
    found = run.steps[0].logprobs
    assert found is not None
    assert found.top == ((1, found.chosen),)


@pytest.mark.parametrize(
    "options",
    [GREEDY, SamplingOptions(top_p=0.5), SamplingOptions(temperature=0, logit_bias={3: 1e6})],
)
def test_what_pads_the_table_never_comes(options: SamplingOptions) -> None:
    # the model says 3, over and over
    real = np.arange(len(PIECES)) != 3
    run = Run([3] * 20, options=options, real=real, max_tokens=20)
    assert 3 not in {step.token for step in run.steps}


def test_what_pads_the_table_has_no_probability() -> None:
    real = np.arange(len(PIECES)) != 3
    run = Run([3, 3], options=SamplingOptions(temperature=0, logprobs=8), real=real, max_tokens=1)
    found = run.steps[0].logprobs
    assert found is not None
    assert [token for token, _ in found.top] == [0, 1, 2, 4, 5, 6, 7]
    assert sum(np.exp(value) for _, value in found.top) == pytest.approx(1)
