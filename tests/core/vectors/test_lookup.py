"""Numbers to places against a dict."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.vectors.lookup import ABSENT, Lookup

pairs = st.dictionaries(st.integers(-50, 50), st.integers(ABSENT, 9), min_size=1, max_size=30)


@settings(max_examples=60, deadline=None)
@given(st.lists(pairs, max_size=5), st.booleans())
def test_like_a_dict(steps: list[dict[int, int]], sorted_at_once: bool) -> None:
    lookup, plain = Lookup(), dict[int, int]()
    for step in steps:
        keys = np.array(list(step), np.int64)
        places = np.array(list(step.values()), np.int64)
        if sorted_at_once:
            # more than stays in the dict of the latest
            keys, places = np.append(keys, np.arange(100, 2000)), np.append(places, np.arange(1900) % 9)
        lookup.put(keys, places)
        plain.update(zip(keys.tolist(), places.tolist(), strict=True))
    asked = np.arange(-60, 2010)
    assert lookup.find(asked).tolist() == [plain.get(key, ABSENT) for key in asked.tolist()]


def test_many_take_twelve_bytes_each() -> None:
    lookup = Lookup()
    lookup.put(np.arange(100_000), np.arange(100_000))
    assert lookup._keys.nbytes + lookup._places.nbytes == 1_200_000
    assert not lookup._recent
