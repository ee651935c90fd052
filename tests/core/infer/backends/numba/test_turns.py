"""Turns laid out for the kernels against ops/rope.py, for both pairings and a part of the head."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.backends.numba.turns import pairs_side_by_side, turns
from drill.core.infer.model.config import ModelConfig, Pairing
from drill.core.infer.ops.rope import frequencies, rotate, rotation


@pytest.mark.parametrize("pairing", ["interleaved", "halves"])
@pytest.mark.parametrize("dims", [32, 12])
def test_reordered_rows_turn_alike(
    pairing: Pairing, dims: int, plain: ModelConfig, rng: np.random.Generator
) -> None:
    config = replace(plain, rope_pairing=pairing, rope_dims=dims)
    per_position = frequencies(rope_dims=dims, theta=100.0)
    positions = np.array([0, 3, 200])
    x = rng.standard_normal((3, 2, 32)).astype(np.float32)
    order = pairs_side_by_side(config, 1)
    expected = rotate(x, rotation(positions, per_position), pairing=pairing)[..., order]
    table = turns(config, positions, per_position)
    mixed = x[..., order]
    swapped = mixed.reshape(3, 2, 16, 2)[..., ::-1].reshape(3, 2, 32)
    found = mixed * table.cos[:, None] + swapped * table.sin[:, None]
    np.testing.assert_allclose(found, expected, atol=1e-6)
    np.testing.assert_allclose(table.query_cos, table.cos / np.sqrt(np.float32(32)), rtol=1e-6)


def test_each_row_once(plain: ModelConfig) -> None:
    config = replace(plain, rope_pairing="halves", rope_dims=12)
    assert sorted(pairs_side_by_side(config, 3)) == list(range(96))
