"""Which recording a step replays, with a stand-in for the recorder: a device is not needed for that.

Leaves out the recording itself (test_torch_ops.py, where a CUDA device is).
"""

import gc
from typing import Any

import pytest

torch = pytest.importorskip("torch")
from drill.core.infer.backends import torch_graphs  # noqa: E402 - only where torch is
from drill.core.infer.backends.opset import Step  # noqa: E402


class Cache:
    capacity = 700


def unused(step: Step) -> None:
    raise AssertionError("the recorder is a stand-in")


def step(token: int, position: int) -> Step:
    return Step(torch.tensor([token]), torch.tensor([position]), position + 1)


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The spans that were recorded; a replay adds token and position into the result."""
    recorded: list[int] = []

    def record(body: Any, step: Step) -> torch_graphs.Recorded:
        recorded.append(step.span)
        own, result = Step(step.ids.clone(), step.positions.clone(), step.span), torch.zeros(1)

        class Graph:
            def replay(self) -> None:
                result.copy_(own.ids * 1000 + own.positions)

        return torch_graphs.Recorded(Graph(), own, result)

    monkeypatch.setattr(torch_graphs, "_record", record)
    return recorded


def test_one_recording_serves_many_steps(spans: list[int]) -> None:
    graphs, cache = torch_graphs.Graphs(), Cache()
    results = [graphs.run(unused, step(token, 250 + token), cache) for token in range(8)]
    assert spans == [256, 512]
    assert [int(result) for result in results] == [token * 1000 + 250 + token for token in range(8)]


def test_a_span_never_leaves_the_cache(spans: list[int]) -> None:
    torch_graphs.Graphs().run(unused, step(1, 690), Cache())
    assert spans == [700]


def test_recordings_go_with_their_cache(spans: list[int]) -> None:
    graphs, cache = torch_graphs.Graphs(), Cache()
    graphs.run(unused, step(1, 1), cache)
    graphs.run(unused, step(1, 1), Cache())
    assert spans == [256, 256]
    del cache
    gc.collect()
    assert not graphs._of
