"""Stacked weights: the same floats, whatever the formats of the parts."""

import numpy as np
import pytest

from drill.core.infer.backends.numpy_ops import NumpyOps
from drill.core.infer.model.loading import Loader
from drill.core.infer.weights.random import packed


@pytest.mark.parametrize(
    "formats", [("Q4_1", "Q4_1", "Q4_1"), ("Q4_1", "Q8_0", "F32"), ("F32", "F32", "F32")]
)
def test_a_stack_is_its_parts_one_under_the_other(formats: tuple[str, ...]) -> None:
    rng = np.random.default_rng(1)
    floats = [rng.standard_normal((rows, 64)).astype(np.float32) for rows in (4, 2, 2)]
    tensors = {
        str(i): packed(str(i), x, format) for i, (x, format) in enumerate(zip(floats, formats, strict=True))
    }
    got = Loader(tensors, NumpyOps()).get("0", "1", "2")
    np.testing.assert_array_equal(got, np.concatenate([tensor.floats() for tensor in tensors.values()]))


def test_vectors_of_different_length_are_joined() -> None:
    tensors = {
        name: packed(name, np.arange(size, dtype=np.float32), "F32") for name, size in (("a", 3), ("b", 1))
    }
    load = Loader(tensors, NumpyOps())
    np.testing.assert_array_equal(load.get("a", "b"), [0, 1, 2, 0])
    assert "a" in load
    assert "c" not in load
