"""Times of requests on a clock that is told what to say."""

from collections.abc import Iterable

import pytest

from drill.core.infer.metrics import Arrival, Clock, Percentiles, RequestTimes, Watch, percentiles, summarize


def clock(times: Iterable[float]) -> Clock:
    ticks = iter(times)
    return lambda: next(ticks)


def request(*arrivals: float, submitted: float = 0.0, first_visible: int = 0) -> RequestTimes:
    return RequestTimes(
        submitted=submitted,
        started=submitted + 0.5,
        prefill_tokens=10,
        arrivals=tuple(Arrival(at, 1, index >= first_visible) for index, at in enumerate(arrivals)),
    )


def test_one_request() -> None:
    watch = Watch(clock([100, 101, 103, 104, 106]))
    watch.start(8)
    for _ in range(3):
        watch.arrive(visible=True)
    times = watch.times()
    assert times.queue_seconds == 1
    assert times.ttft_seconds == 3
    assert list(times.itl_seconds) == [1, 2]
    assert times.end_to_end_seconds == 6
    assert times.tpot_seconds == 1.5
    assert times.prefill_tokens_per_second == 4
    assert times.decode_tokens_per_second == pytest.approx(2 / 3)


def test_ttft_waits_for_text() -> None:
    times = request(1, 2, 4, first_visible=2)
    assert times.ttft_seconds == 4
    assert list(times.itl_seconds) == [1, 2]
    assert request(1, 2, first_visible=9).ttft_seconds is None
    assert request(1, 2, first_visible=9).tpot_seconds is None


def test_one_token_has_no_gaps() -> None:
    times = request(2)
    assert len(times.itl_seconds) == 0
    assert times.tpot_seconds is None
    assert times.decode_tokens_per_second is None
    assert times.ttft_seconds == times.end_to_end_seconds == 2


def test_no_token() -> None:
    watch = Watch(clock([1, 5]))
    times = watch.times()
    assert times.queue_seconds == 4
    assert times.output_tokens == 0
    assert times.end_to_end_seconds is None
    assert times.prefill_tokens_per_second is None


def test_a_step_of_several_tokens_is_one_gap() -> None:
    arrivals = (Arrival(1, 1, True), Arrival(2, 3, True), Arrival(4, 2, True))
    times = RequestTimes(submitted=0, started=0, prefill_tokens=4, arrivals=arrivals)
    assert times.output_tokens == 6
    assert list(times.itl_seconds) == [1, 2]
    assert times.tpot_seconds == pytest.approx(3 / 5)
    assert times.decode_tokens_per_second == pytest.approx(5 / 3)


def test_a_batch_pools_gaps_and_keeps_one_ttft_a_request() -> None:
    batch = summarize([request(1, 2, 3), request(4, 9, submitted=2)])
    assert batch.requests == 2
    assert batch.output_tokens == 5
    assert batch.tokens_per_second == pytest.approx(5 / 9)
    assert batch.ttft == pytest.approx((1.5, 1.9, 1.99))
    assert batch.itl is not None
    assert batch.itl.p50 == 1
    assert batch.tpot is not None
    assert batch.tpot.p50 == 3


def test_an_empty_batch() -> None:
    batch = summarize([])
    assert batch.tokens_per_second is None
    assert batch.itl is None


def test_percentiles_pass_over_what_is_not_there() -> None:
    assert percentiles([None, 2.0, None]) == Percentiles(2, 2, 2)
