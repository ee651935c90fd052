"""The contiguous cache: sizes and rewinds; what it holds is tested with the models."""

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.infer.cache.contiguous import ContiguousCache
from drill.core.infer.model.config import ModelConfig
from drill.facts.kv import cache_bytes

CONFIG = ModelConfig(
    family="llama", name="toy", layers=3, width=36, heads=9, kv_heads=3, head_dim=4, hidden=8,
    vocabulary=9, context=16, eps=1e-5,
)  # fmt: skip


def cache(capacity: int) -> ContiguousCache:
    return ContiguousCache(CONFIG, capacity, lambda *shape: np.zeros(shape, dtype=np.float32))


def test_its_arrays_weigh_what_the_formula_says() -> None:
    held = cache(5)
    expected = cache_bytes(layers=3, kv_heads=3, head_dim=4, tokens=5, bytes_per_element=4)
    assert sum(array.nbytes for array in [*held.keys, *held.values]) == expected


@pytest.mark.parametrize("capacity", [0, -1, 17])
def test_a_capacity_beyond_the_context_is_refused(capacity: int) -> None:
    with pytest.raises(InputError, match=f"a cache of {capacity} tokens: toy takes 1 to 16"):
        cache(capacity)


def test_what_is_rewound_is_zeros() -> None:
    held = cache(5)
    for array in (*held.keys, *held.values):
        array[:] = np.nan
    held.length = 5
    held.rewind(2)
    for array in (*held.keys, *held.values):
        assert np.isnan(array[:, :2]).all()
        assert not array[:, 2:].any()


def test_rewind_goes_back_only() -> None:
    held = cache(16)
    held.length = 4
    held.rewind(4)
    held.rewind(1)
    assert (held.length, held.capacity) == (1, 16)
    for length in (2, -1):
        with pytest.raises(InputError, match="the cache holds 1 tokens"):
            held.rewind(length)
