"""Who sees whom, against one line of truth a cell."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.infer.ops.masks import additive, causal, visible

sizes = st.integers(1, 9)


@settings(max_examples=60, deadline=None)
@given(sizes, st.integers(0, 9), st.none() | sizes)
def test_causal_is_aligned_to_the_lower_right(queries: int, before: int, window: int | None) -> None:
    keys = before + queries
    seen = causal(queries, keys, window)
    for i in range(queries):
        last = keys - queries + i
        first = 0 if window is None else max(0, last - window + 1)
        assert np.flatnonzero(seen[i]).tolist() == list(range(first, last + 1))


def test_a_first_query_after_three_keys_sees_four() -> None:
    np.testing.assert_array_equal(causal(2, 5), [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]])


def test_each_row_has_its_own_position() -> None:
    np.testing.assert_array_equal(visible(np.array([2, 0]), 4), [[1, 1, 1, 0], [1, 0, 0, 0]])


def test_the_mask_is_added_so_it_is_zero_where_seen() -> None:
    mask = additive(causal(2, 2))
    assert mask.dtype == np.float32
    np.testing.assert_array_equal(mask, [[0, -np.inf], [0, 0]])
