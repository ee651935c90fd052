"""The half-float cache: its sizes, and what it refuses."""

from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("numba")

from drill.core.errors import InputError
from drill.core.infer.backends.numba.cache import HalfCache
from drill.core.infer.model.config import ModelConfig


def test_room_is_for_whole_blocks_of_positions(plain: ModelConfig) -> None:
    cache = HalfCache(plain, 17)
    assert (cache.capacity, cache.room) == (17, 32)
    assert cache.keys.nbytes + cache.values.nbytes == 2 * 2 * 2 * 2 * 32 * 32


@pytest.mark.parametrize("capacity", [0, 641])
def test_capacity_within_the_context(plain: ModelConfig, capacity: int) -> None:
    with pytest.raises(InputError, match="takes 1 to 640"):
        HalfCache(plain, capacity)


def test_rewinding_beyond_what_is_held(plain: ModelConfig) -> None:
    with pytest.raises(InputError, match="holds 0 tokens"):
        HalfCache(plain, 8).rewind(1)


@pytest.mark.parametrize("other", [{"layers": 8}, {"kv_heads": 3}, {"head_dim": 64}], ids=str)
def test_a_cache_of_another_shape_is_refused(other: dict[str, Any], plain: ModelConfig) -> None:
    cache = HalfCache(replace(plain, **other), 17)
    HalfCache(plain, 17).check_model(plain)
    with pytest.raises(InputError, match=r"toy 2 of 2 of 32; take one from its new_cache$") as caught:
        cache.check_model(plain)
    assert "\n" not in str(caught.value)
