"""What may be drawn equals the distribution over the whole vocabulary, for any options; the orders differ."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.errors import InputError
from drill.core.infer.arrays import Array, Floats
from drill.core.infer.sampling import candidates
from drill.core.infer.sampling.distribution import distribution
from drill.core.infer.sampling.history import History
from drill.core.infer.sampling.options import ORDERS, SamplingOptions
from drill.core.infer.sampling.sampler import Sampler, narrow

VOCABULARY = 60
tokens = st.lists(st.integers(0, VOCABULARY - 1), max_size=12)
options = st.builds(
    SamplingOptions,
    temperature=st.floats(1e-5, 10),
    top_k=st.one_of(st.integers(2, 70), st.sampled_from([0, -1])),
    top_p=st.floats(0, 1),
    min_p=st.floats(0, 1),
    repetition_penalty=st.floats(0.5, 2),
    presence_penalty=st.floats(-2, 2),
    frequency_penalty=st.floats(-2, 2),
    logit_bias=st.dictionaries(
        st.integers(0, VOCABULARY - 1), st.one_of(st.floats(-100, 100), st.just(-np.inf)), max_size=5
    ),
    order=st.sampled_from(sorted(ORDERS)),
)


def logits_of(*probabilities: float) -> Floats:
    return np.log(np.array(probabilities, np.float32))


def probabilities_drawn(logits: Floats, wanted: SamplingOptions, history: History) -> Array:
    left = narrow(logits, wanted, history)
    result = np.zeros(len(logits))
    weights = candidates.weights(left).astype(np.float64)
    result[left.ids] = weights / weights.sum()
    return result


@settings(max_examples=100, deadline=None)
@given(options, tokens, tokens, st.integers(0, 2**32 - 1))
def test_narrow_equals_the_slow_twin(
    wanted: SamplingOptions, prompt: list[int], output: list[int], seed: int
) -> None:
    logits = np.random.default_rng(seed).normal(0, 4, VOCABULARY).astype(np.float32)
    slow = distribution(logits, wanted, History(prompt, output))
    fast = probabilities_drawn(logits, wanted, History(prompt, output))
    np.testing.assert_array_equal(slow > 0, fast > 0)
    np.testing.assert_allclose(slow, fast, rtol=1e-6)
    assert slow.sum() == pytest.approx(1)


def test_the_orders_keep_different_tokens() -> None:
    logits = logits_of(0.5, 0.3, 0.1, 0.1)
    sizes = {
        order: int((distribution(logits, _cold(order), History()) > 0).sum())
        for order in ("vllm", "llama.cpp")
    }
    # at T = .5 the probabilities are .69, .25, .03, .03: the nucleus of .85 is two tokens, not three
    assert sizes == {"vllm": 2, "llama.cpp": 3}


def _cold(order: str) -> SamplingOptions:
    return SamplingOptions(temperature=0.5, top_p=0.85, order=order)


def test_min_p_before_or_after_top_p() -> None:
    logits = logits_of(0.4, 0.3, 0.15, 0.15)
    wanted = {name: SamplingOptions(top_p=0.56, min_p=0.5, order=name) for name in ("vllm", "transformers")}
    kept = {name: np.flatnonzero(distribution(logits, o, History())).tolist() for name, o in wanted.items()}
    # .4 of the .7 that min-p leaves is .571: it reaches .56 alone
    assert kept == {"vllm": [0], "transformers": [0, 1]}


def test_greedy_is_one_hot_on_the_lowest_id() -> None:
    logits = np.array([1, 7, 7, -np.inf], np.float32)
    assert distribution(logits, SamplingOptions(temperature=0), History()).tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("logits", "options", "message"),
    [
        ([0, np.nan, 1], SamplingOptions(), "the logits hold NaN or infinity: check the model's weights"),
        ([0, np.inf, 1], SamplingOptions(), "the logits hold NaN or infinity"),
        ([np.nan] * 3, SamplingOptions(temperature=0), "the logits hold NaN or infinity"),
        ([-np.inf] * 3, SamplingOptions(), "no token allowed"),
        ([0, 1, 2], SamplingOptions(logit_bias={0: -np.inf, 1: -np.inf, 2: -np.inf}), "no token allowed"),
        (
            [0, 1, 2],
            SamplingOptions(logit_bias={3: 1.0}),
            "logit_bias names token 3: the vocabulary ends at 2",
        ),
        ([0, 1, 2], SamplingOptions(logit_bias={10**30: 1.0}, temperature=0), "the vocabulary ends at 2"),
    ],
)
def test_both_twins_refuse_alike(logits: list[float], options: SamplingOptions, message: str) -> None:
    row = np.array(logits, np.float32)
    with pytest.raises(InputError, match=message) as slow:
        distribution(row, options, History())
    with pytest.raises(InputError) as fast:
        Sampler(options).next(row)
    assert str(slow.value) == str(fast.value)


def test_no_token_allowed() -> None:
    with pytest.raises(InputError, match="no token allowed"):
        distribution(np.full(3, -np.inf, np.float32), SamplingOptions(), History())
