"""The times of a request as lines."""

from itertools import accumulate

import pytest

from drill.core.infer.metrics import Arrival, RequestTimes
from drill.ui.talk import timing_view


@pytest.mark.parametrize(
    ("gaps", "middle", "longest"),
    [((0.04, 0.01, 0.02, 0.03), "25.0 ms", "40.0 ms"), ((0.03, 0.01, 0.02), "20.0 ms", "30.0 ms")],
)
def test_the_median_of_an_even_count_lies_between_two(
    gaps: tuple[float, ...], middle: str, longest: str
) -> None:
    arrivals = tuple(Arrival(seconds=at, tokens=1, visible=True) for at in accumulate(gaps, initial=0.5))
    times = RequestTimes(submitted=0.0, started=0.1, prefill_tokens=4, arrivals=arrivals)
    lines = timing_view(times)
    assert lines[0] == "TTFT         500.0 ms"
    assert lines[1:3] == [f"ITL median   {middle}", f"ITL longest  {longest}"]


def test_one_token_has_no_gaps() -> None:
    times = RequestTimes(
        submitted=0.0, started=0.1, prefill_tokens=4, arrivals=(Arrival(seconds=0.5, tokens=1, visible=True),)
    )
    assert not any(line.startswith("ITL") for line in timing_view(times))
