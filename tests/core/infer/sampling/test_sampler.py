"""Draws follow the distribution, greedy never divides, and a request doesn't notice its neighbors."""

import itertools

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats
from drill.core.infer.sampling.distribution import distribution
from drill.core.infer.sampling.history import History
from drill.core.infer.sampling.options import ORDERS, SamplingOptions
from drill.core.infer.sampling.sampler import Sampler, draw, narrow

LOGITS = np.linspace(1.5, -1.5, 16, dtype=np.float32)[np.random.default_rng(3).permutation(16)]


def drawn(options: SamplingOptions, count: int, logits: Floats = LOGITS, sample: int = 0) -> list[int]:
    sampler = Sampler(options, sample=sample)
    return [sampler.next(logits).token for _ in range(count)]


@pytest.mark.parametrize("order", sorted(ORDERS))
@pytest.mark.parametrize("filters", [{}, {"top_k": 5}, {"top_p": 0.8}, {"min_p": 0.2, "top_p": 0.95}])
def test_draws_follow_the_distribution(order: str, filters: dict[str, float]) -> None:
    options = SamplingOptions(temperature=0.8, order=order, **filters)  # type: ignore[arg-type]
    expected = distribution(LOGITS, options, History())
    count = 4000
    left, random = narrow(LOGITS, options, History()), np.random.default_rng(11)
    seen = np.bincount([draw(left, random) for _ in range(count)], minlength=16)
    possible = expected > 0
    assert seen[~possible].sum() == 0
    chi_square = ((seen - count * expected)[possible] ** 2 / (count * expected[possible])).sum()
    freedom = possible.sum() - 1
    # five standard deviations of chi-square: a wrong rule is tens of them off at this count
    assert chi_square < freedom + 5 * np.sqrt(2 * freedom)
    assert np.abs(seen / count - expected).sum() / 2 < 0.03


@pytest.mark.parametrize("temperature", [0, 1e-45, 1e-6, 1e-5, 1e-4])
def test_cold_is_the_argmax(temperature: float) -> None:
    logits = np.array([2.9, 11.06, 2.8, -np.inf], np.float16).astype(np.float32)
    assert set(drawn(SamplingOptions(temperature=temperature), 5, logits)) == {1}


def test_greedy_takes_the_lowest_id_of_equals() -> None:
    logits = np.array([1, 5, 5, 5], np.float32)
    assert drawn(SamplingOptions(temperature=0), 1, logits) == [1]
    assert drawn(SamplingOptions(top_k=1, top_p=0.3, temperature=9), 1, logits) == [1]


def test_greedy_heeds_bias_and_penalties() -> None:
    logits = np.array([1, 5, 4.5, 0], np.float32)
    assert drawn(SamplingOptions(temperature=0, logit_bias={1: -np.inf}), 1, logits) == [2]
    assert drawn(SamplingOptions(temperature=0, presence_penalty=1), 4, logits) == [1, 2, 1, 1]
    prompted = Sampler(SamplingOptions(temperature=0, repetition_penalty=2), prompt=[1])
    assert prompted.next(logits).token == 2


def test_a_seed_repeats_and_samples_differ() -> None:
    options = SamplingOptions(seed=5)
    assert drawn(options, 30) == drawn(options, 30)
    assert drawn(options, 30) != drawn(SamplingOptions(seed=6), 30)
    flat = np.zeros(1000, np.float32)
    firsts = {drawn(options, 1, flat, sample=sample)[0] for sample in range(40)}
    assert len(firsts) > 35


def test_large_seeds_and_samples_never_meet() -> None:
    flat = np.zeros(10_000, np.float32)
    pairs = [(seed, sample) for seed in (0, 1, 2**32, 2**32 + 1, 2**64, 2**128) for sample in (0, 1, 2**32)]
    drawn_by = {tuple(drawn(SamplingOptions(seed=seed), 4, flat, sample=sample)) for seed, sample in pairs}
    assert len(drawn_by) == len(pairs)


def test_neighbors_change_nothing() -> None:
    rows = np.random.default_rng(9).normal(0, 2, (4, 50)).astype(np.float32)
    wanted = [
        SamplingOptions(temperature=0),
        SamplingOptions(seed=1),
        SamplingOptions(seed=2, top_p=0.7, order="llama.cpp"),
        SamplingOptions(seed=1, top_k=3, presence_penalty=1),
    ]
    alone = {
        index: [token.token for token in itertools.starmap(Sampler(options).next, [(rows[index],)] * 6)]
        for index, options in enumerate(wanted)
    }
    for order in ([0, 1, 2, 3], [3, 1, 0, 2], [2, 1]):
        samplers = [Sampler(wanted[index]) for index in order]
        steps = [[s.next(rows[i]).token for s, i in zip(samplers, order, strict=True)] for _ in range(6)]
        together = {index: [step[slot] for step in steps] for slot, index in enumerate(order)}
        assert together == {index: alone[index] for index in order}


def test_logprobs_are_raw() -> None:
    options = SamplingOptions(temperature=0.1, top_k=1, logprobs=1, logit_bias={3: 50})
    sampled = Sampler(options).next(LOGITS)
    assert sampled.token == 3
    assert sampled.logprobs is not None
    plain = distribution(LOGITS, SamplingOptions(), History())
    assert sampled.logprobs.chosen == pytest.approx(np.log(plain[3]), abs=1e-5)
    assert sampled.logprobs.top[0][0] == LOGITS.argmax()
    assert Sampler(SamplingOptions()).next(LOGITS).logprobs is None


def test_only_allowed_tokens_come() -> None:
    allowed = np.zeros(16, bool)
    allowed[[2, 9]] = True
    for options in (SamplingOptions(), SamplingOptions(temperature=0)):
        sampler = Sampler(options)
        assert {sampler.next(LOGITS, allowed=allowed).token for _ in range(20)} <= {2, 9}
        with pytest.raises(InputError, match="no token allowed"):
            sampler.next(LOGITS, allowed=np.zeros(16, bool))


def test_unknown_biased_token() -> None:
    with pytest.raises(InputError, match="logit_bias names token 16: the vocabulary ends at 15"):
        Sampler(SamplingOptions(logit_bias={16: 1.0})).next(LOGITS)


def test_a_large_vocabulary() -> None:
    logits = np.random.default_rng(0).normal(0, 3, 150_000).astype(np.float32)
    options = SamplingOptions(top_k=50, top_p=0.9, min_p=0.01, seed=4)
    probabilities = distribution(logits, options, History())
    assert all(probabilities[token] > 0 for token in drawn(options, 20, logits))
