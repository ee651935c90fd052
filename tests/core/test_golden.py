"""Every backend on the real model against what transformers said of it in float32 (golden/record.py).

A position counts when its two largest logits are further apart than the backend's tolerance; the others
are reported in the test's properties, and must be under one in twenty.
"""

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.backends.base import Model
from drill.core.infer.backends.choose import Backend, load_model
from drill.core.infer.ops.softmax import log_softmax
from drill.core.infer.weights.open import open_checkpoint

GOLDEN = Path(__file__).with_name("golden") / "golden.npz"
# largest difference of a logit; numba's activations have 16 bits
TOLERANCES: dict[Backend, float] = {"numpy": 2e-3, "torch": 2e-3, "numba": 0.06}
STEPWISE = (0, 7, 14)
CHUNK = 256


class Recorded(NamedTuple):
    """One prompt: its ids [T], the greedy tokens [48], the 8 largest logits before each with their ids."""

    prompt: list[int]
    greedy: list[int]
    top_ids: Array
    top_logits: Floats


class Loaded(NamedTuple):
    model: Model
    tolerance: float


@pytest.fixture(scope="module", params=TOLERANCES)
def loaded(request: pytest.FixtureRequest, model_file: Path) -> Loaded:
    backend: Backend = request.param
    if backend != "numpy":
        pytest.importorskip(backend)
    return Loaded(load_model(open_checkpoint(model_file), "cpu", backend), TOLERANCES[backend])


def recorded() -> list[Recorded]:
    with np.load(GOLDEN) as file:
        ends = np.cumsum(file["lengths"])[:-1]
        prompts = [part.tolist() for part in np.split(file["prompts"], ends)]
        rest = file["greedy"].tolist(), file["top_ids"], file["top_logits"]
        return [Recorded(*row) for row in zip(prompts, *rest, strict=True)]


def decisions(model: Model, golden: Recorded) -> Floats:
    """Logits before each of the 48 tokens, [48, vocabulary], with the recorded tokens before them."""
    prompt, forced = golden.prompt, golden.greedy[:-1]
    cache = model.new_cache(len(prompt) + len(forced))
    first = model.forward(prompt, range(len(prompt)), cache)
    positions = range(len(prompt), len(prompt) + len(forced))
    return np.vstack((first, model.forward(forced, positions, cache, every=True)))


def one_by_one(model: Model, golden: Recorded) -> Iterator[Floats]:
    """Logits before each recorded token, each token computed alone."""
    cache = model.new_cache(len(golden.prompt) + len(golden.greedy))
    logits = model.forward(golden.prompt, range(len(golden.prompt)), cache)
    for token in golden.greedy:
        yield logits
        logits = model.forward([token], [cache.length], cache)


def test_tokens_and_logits_are_those_of_transformers(
    loaded: Loaded, record_property: Callable[[str, object], None]
) -> None:
    skipped, wrong, worst = [], [], 0.0
    prompts = recorded()
    for index, golden in enumerate(prompts):
        logits = decisions(loaded.model, golden)
        near = np.take_along_axis(logits, golden.top_ids.astype(np.int64), axis=-1)
        worst = max(worst, float(abs(near - golden.top_logits).max()))
        close = golden.top_logits[:, 0] - golden.top_logits[:, 1] <= loaded.tolerance
        differs = logits.argmax(axis=-1) != np.array(golden.greedy)
        skipped += [(index, int(at)) for at in np.flatnonzero(close)]
        wrong += [(index, int(at)) for at in np.flatnonzero(differs & ~close)]
    record_property("largest difference", worst)
    record_property("skipped positions", skipped)
    assert not wrong
    assert worst <= loaded.tolerance
    assert len(skipped) < 0.05 * sum(len(golden.greedy) for golden in prompts)


@pytest.mark.parametrize("index", STEPWISE)
def test_one_token_at_a_time_makes_the_same_choices(loaded: Loaded, index: int) -> None:
    golden = recorded()[index]
    for logits, token, top in zip(
        one_by_one(loaded.model, golden), golden.greedy, golden.top_logits, strict=True
    ):
        assert top[0] - top[1] <= loaded.tolerance or int(logits.argmax()) == token


def test_perplexity_of_the_text_is_within_half_a_percent(
    loaded: Loaded, record_property: Callable[[str, object], None]
) -> None:
    with np.load(GOLDEN) as file:
        tokens, expected = file["text"].tolist(), math.exp(float(file["text_loss"]))
    cache, losses = loaded.model.new_cache(len(tokens)), []
    for at in range(0, len(tokens) - 1, CHUNK):
        new, following = tokens[at : at + CHUNK], tokens[at + 1 : at + CHUNK + 1]
        logits = loaded.model.forward(new, range(at, at + len(new)), cache, every=True)
        losses.append(log_softmax(logits)[np.arange(len(following)), following])
    perplexity = math.exp(-np.concatenate(losses).mean(dtype=np.float64))
    record_property("perplexity", perplexity)
    assert perplexity == pytest.approx(expected, rel=0.005)
