"""A prompt's tokens are seen, only produced ones are counted."""

from drill.core.infer.sampling.history import History


def test_prompt_is_seen_and_output_counted() -> None:
    history = History([5, 5, 7], [1])
    history.add(7)
    history.add(1)
    ids, counts = history.counted()
    assert sorted(history.seen().tolist()) == [1, 5, 7]
    assert dict(zip(ids.tolist(), counts.tolist(), strict=True)) == {1: 2.0, 7: 1.0}


def test_empty() -> None:
    history = History()
    assert history.seen().tolist() == []
    assert history.counted()[0].tolist() == []
