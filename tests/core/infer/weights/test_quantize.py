"""Packing against the gguf package, bit for bit; the error bound; rounding worked out by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats
from drill.core.infer.weights.blocks import FORMATS, to_floats
from drill.core.infer.weights.quantize import quantize

WRITTEN = ["F32", "F16", "Q4_0", "Q4_1", "Q8_0"]
PACKED = WRITTEN[2:]


def drawn(seed: int, scale: float) -> Floats:
    return (np.random.default_rng(seed).standard_normal((3, 64)) * scale).astype(np.float32)


@pytest.mark.parametrize("format", WRITTEN)
@given(seed=st.integers(0, 2**32), scale=st.sampled_from([1e-5, 0.02, 1.0, 3000.0]))
@settings(deadline=None, max_examples=30)
def test_packs_as_gguf_does(format: str, seed: int, scale: float) -> None:
    gguf = pytest.importorskip("gguf")
    floats = drawn(seed, scale)
    expected = gguf.quants.quantize(floats, gguf.GGMLQuantizationType[format]).view(np.uint8)
    assert np.array_equal(quantize(floats, format), expected)


def steps(packed: Floats, format: str) -> Floats:
    # the scale of each block, [rows, blocks, 1]
    blocks = quantize(packed, format).reshape(3, 2, FORMATS[format].size)
    return np.abs(blocks[:, :, :2].copy().view(np.float16).astype(np.float32))


@pytest.mark.parametrize("format", PACKED)
@given(seed=st.integers(0, 2**32), scale=st.sampled_from([0.02, 1.0, 300.0]))
@settings(deadline=None, max_examples=30)
def test_the_error_is_at_most_half_a_step(format: str, seed: int, scale: float) -> None:
    floats = drawn(seed, scale)
    error = np.abs(to_floats(quantize(floats, format), format) - floats).reshape(3, 2, 32)
    largest = np.abs(floats).reshape(3, 2, 32).max(axis=2, keepdims=True)
    # the value opposite to the largest has no code in Q4_0; scale and minimum are rounded to float16
    reach = 1.0 if format == "Q4_0" else 0.5
    assert (error <= reach * steps(floats, format) + largest * 2.0**-10).all()


@pytest.mark.parametrize("format", WRITTEN)
@pytest.mark.parametrize("value", [0.0, -0.0, 1e-40, 1e-44])
def test_all_but_zero_is_zero_without_a_warning(format: str, value: float) -> None:
    floats = np.full((1, 32), value, np.float32)
    assert np.abs(to_floats(quantize(floats, format), format)).max() <= value


def test_q8_0_rounds_halves_away_from_zero() -> None:
    floats = np.zeros((1, 32), np.float32)
    floats[0, :5] = [127, 0.5, -0.5, 2.5, -2.5]
    assert to_floats(quantize(floats, "Q8_0"), "Q8_0")[0, :5].tolist() == [127, 1, -1, 3, -3]


def test_q4_0_of_one_has_a_negative_scale_and_code_zero() -> None:
    packed = quantize(np.eye(1, 32, dtype=np.float32), "Q4_0")[0]
    assert packed[:2].view(np.float16) == np.float16(-0.125)
    assert packed[2] == 0x80


def test_a_constant_block_of_q4_1_is_exact() -> None:
    floats = np.full((1, 32), -2.5, np.float32)
    assert np.array_equal(to_floats(quantize(floats, "Q4_1"), "Q4_1"), floats)


@pytest.mark.parametrize(
    ("floats", "format", "message"),
    [
        (np.zeros((1, 32)), "Q4_K", "can't write Q4_K; choose one of F32, F16, Q4_0, Q4_1, Q8_0"),
        (np.zeros((1, 40)), "Q4_0", "rows of 40 values don't divide into Q4_0 blocks of 32; use F16 or F32"),
        (np.full((1, 32), np.nan), "F32", "can't write infinity or NaN as F32; mend the weights first"),
        (np.full((1, 32), 1e9), "Q8_0", r"7.87402e\+06 is beyond float16; keep these weights in F32"),
        (np.full((1, 1), -7e4), "F16", "70000 is beyond float16; keep these weights in F32"),
        (np.array([[3e38, -3e38] * 16]), "Q4_1", "inf is beyond float16; keep these weights in F32"),
    ],
)
def test_what_cannot_be_written(floats: Floats, format: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        quantize(floats.astype(np.float32), format)
