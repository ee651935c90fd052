"""LayerNorm against a loop over math.fsum."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.infer.ops.layernorm import layernorm

vectors = st.lists(st.floats(-100, 100, width=32), min_size=1, max_size=17)


@settings(max_examples=60, deadline=None)
@given(vectors)
def test_is_the_loop(values: list[float]) -> None:
    size = len(values)
    weight, bias = np.arange(1, size + 1, dtype=np.float32), np.full(size, 0.5, dtype=np.float32)
    mean = math.fsum(values) / size
    root = math.sqrt(math.fsum((x - mean) ** 2 for x in values) / size + 1e-5)
    expected = [(x - mean) / root * (i + 1) + 0.5 for i, x in enumerate(values)]
    got = layernorm(np.array(values, dtype=np.float32), weight, bias, eps=1e-5)
    assert got.dtype == np.float32
    # the mean of a hundred in float32 is off by a few units of 1e-6, and the root may be as small as 3e-3
    np.testing.assert_allclose(got, expected, rtol=1e-4, atol=3e-2)


def test_golden() -> None:
    x = np.array([1.0, 2.0, 3.0, 4.0], dtype=np.float32)
    got = layernorm(x, np.ones(4, dtype=np.float32), np.zeros(4, dtype=np.float32), eps=0.0)
    np.testing.assert_allclose(got, np.array([-3, -1, 1, 3]) / math.sqrt(5), rtol=1e-6)


def test_a_constant_vector_gives_the_bias() -> None:
    bias = np.array([1.0, 2.0], dtype=np.float32)
    got = layernorm(np.full((3, 2), 7.0, dtype=np.float32), np.ones(2, dtype=np.float32), bias, eps=1e-5)
    np.testing.assert_array_equal(got, np.tile(bias, (3, 1)))
