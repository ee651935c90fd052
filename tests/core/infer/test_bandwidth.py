"""Bytes of a decoded token against hand arithmetic on SmolLM2-135M, and the ceiling that they set."""

import itertools
from dataclasses import replace

import pytest

from drill.core.errors import InputError
from drill.core.infer import bandwidth
from drill.core.infer.model.config import ModelConfig

SMOL = ModelConfig(
    family="llama",
    name="smol",
    layers=30,
    width=576,
    heads=9,
    kv_heads=3,
    head_dim=64,
    hidden=1536,
    vocabulary=49152,
    context=8192,
    eps=1e-5,
)


def test_a_tied_embedding_is_read_and_an_untied_one_looked_up() -> None:
    tied = {"token_embd.weight": 100, "blk.0.ffn_up.weight": 10, "position_embd.weight": 7}
    assert bandwidth.weight_bytes(tied) == 110
    assert bandwidth.weight_bytes({**tied, "output.weight": 100}) == 110


def test_decode_reads_weights_and_cache() -> None:
    assert bandwidth.kv_bytes_per_token(SMOL, bytes_per_element=2) == 23_040
    read = bandwidth.decode_bytes(SMOL, weight_bytes=96_400_000, context=1024, bytes_per_element=2)
    assert read == 96_400_000 + 1024 * 23_040


def test_a_window_bounds_the_cache_that_is_read() -> None:
    windowed = replace(SMOL, window=100)
    assert bandwidth.decode_bytes(windowed, weight_bytes=0, context=1024, bytes_per_element=2) == 2_304_000
    assert bandwidth.decode_bytes(windowed, weight_bytes=0, context=10, bytes_per_element=2) == 230_400


def test_ceiling() -> None:
    assert bandwidth.ceiling_tokens_per_second(bytes_per_token=1e8, bandwidth=3e10) == pytest.approx(300)
    share = bandwidth.ceiling_share(tokens_per_second=270, bytes_per_token=1e8, bandwidth=3e10)
    assert share == pytest.approx(0.9)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_measured_bandwidth_is_the_median_of_the_rounds(threads: int) -> None:
    # rounds of 1, 2 and 9 seconds
    ticks = iter([0, 1, 10, 12, 20, 29])
    measured = bandwidth.measure_bandwidth(8001, threads=threads, clock=lambda: next(ticks), rounds=3)
    assert measured == 4000


def test_too_little_to_read() -> None:
    with pytest.raises(InputError, match="each thread needs 8 bytes"):
        bandwidth.measure_bandwidth(15, threads=2, clock=itertools.count().__next__)
