"""Reported log probabilities are the model's own, and the likeliest come in order."""

import numpy as np
import pytest

from drill.core.infer.sampling.logprobs import logprobs

LOGITS = np.log(np.array([0.2, 0.4, 0.2, 0.15, 0.05], np.float32)) + np.float32(3)


def test_chosen_and_likeliest() -> None:
    found = logprobs(LOGITS, 4, count=3)
    assert found.chosen == pytest.approx(np.log(0.05), abs=1e-6)
    assert [token for token, _ in found.top] == [1, 0, 2]
    assert [value for _, value in found.top] == pytest.approx(np.log([0.4, 0.2, 0.2]), abs=1e-6)


@pytest.mark.parametrize(("count", "size"), [(0, 0), (5, 5), (99, 5)])
def test_counts(count: int, size: int) -> None:
    assert len(logprobs(LOGITS, 0, count=count).top) == size


def test_large_and_masked_logits() -> None:
    found = logprobs(np.array([1e4, -np.inf, -1e4], np.float32), 0, count=3)
    assert found.chosen == 0
    assert found.top == ((0, 0.0), (2, -2e4))
