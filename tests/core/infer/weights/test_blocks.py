"""Every format against the gguf package, bit for bit, and against blocks worked out by hand."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.errors import FileError
from drill.core.infer.arrays import Bytes
from drill.core.infer.weights.blocks import CHUNK, FORMATS, to_floats


def drawn(seed: int, rows: int, blocks: int, format: str) -> Bytes:
    return np.random.default_rng(seed).integers(0, 256, (rows, blocks * FORMATS[format].size), np.uint8)


def oracle(data: Bytes, format: str) -> Any:
    gguf = pytest.importorskip("gguf")
    with np.errstate(invalid="ignore", over="ignore"):
        return gguf.quants.dequantize(data, gguf.GGMLQuantizationType[format])


def bits(values: Any) -> Any:
    # NaN by NaN: which payload a conversion leaves is the machine's affair
    return np.where(np.isnan(values), np.float32(np.nan), values).view(np.uint32)


@pytest.mark.parametrize("format", FORMATS)
@given(seed=st.integers(0, 2**32), rows=st.integers(1, 5), blocks=st.integers(1, 4))
@settings(deadline=None, max_examples=25)
def test_any_bytes_are_read_as_gguf_reads_them(format: str, seed: int, rows: int, blocks: int) -> None:
    data = drawn(seed, rows, blocks, format)
    floats = to_floats(data, format)
    assert floats.dtype == np.float32
    assert floats.shape == (rows, blocks * FORMATS[format].values)
    assert np.array_equal(bits(floats), bits(oracle(data, format)))


@pytest.mark.parametrize("format", FORMATS)
def test_more_blocks_than_a_chunk(format: str) -> None:
    data = drawn(1, 3, CHUNK // FORMATS[format].values + 1, format)
    assert np.array_equal(bits(to_floats(data, format)), bits(oracle(data, format)))


@pytest.mark.parametrize("format", FORMATS)
def test_sizes_are_gguf_s(format: str) -> None:
    gguf = pytest.importorskip("gguf")
    kind = gguf.GGMLQuantizationType[format]
    assert gguf.GGML_QUANT_SIZES[kind] == (FORMATS[format].values, FORMATS[format].size)


def half(value: float) -> bytes:
    return np.float16(value).tobytes()


def row(raw: bytes) -> Bytes:
    return np.frombuffer(raw, np.uint8).reshape(1, -1)


def test_q4_0_pairs_a_value_with_the_one_sixteen_further() -> None:
    block = half(0.5) + bytes([0x1F]) + bytes([0x88] * 15)
    floats = to_floats(row(block), "Q4_0")[0]
    assert floats[0] == (15 - 8) * 0.5
    assert floats[16] == (1 - 8) * 0.5
    assert not floats[np.r_[1:16, 17:32]].any()


def test_q4_1_adds_the_minimum() -> None:
    floats = to_floats(row(half(0.25) + half(-3) + bytes([0xF0] * 16)), "Q4_1")[0]
    assert floats.tolist() == [-3.0] * 16 + [-3 + 15 * 0.25] * 16


def test_q5_0_takes_the_fifth_bit_from_the_mask() -> None:
    mask = (1 << 3 | 1 << 20).to_bytes(4, "little")
    floats = to_floats(row(half(1) + mask + bytes(16)), "Q5_0")[0]
    assert [i for i in range(32) if floats[i] == 0] == [3, 20]
    assert set(np.delete(floats, [3, 20])) == {-16.0}


def test_q8_0_is_signed() -> None:
    floats = to_floats(row(half(2) + bytes([0x80, 0xFF, 0x7F]) + bytes(29)), "Q8_0")[0]
    assert floats[:4].tolist() == [-256.0, -2.0, 254.0, 0.0]


def test_q4_k_joins_a_scale_from_two_bytes() -> None:
    scales = bytearray(12)
    # sub-block 4: lower bits in byte 8, upper two on top of byte 0
    scales[8], scales[0] = 0x05, 0b1100_0000
    codes = bytearray(128)
    codes[64:96] = bytes([0x03]) * 32
    floats = to_floats(row(half(1) + half(1) + bytes(scales) + bytes(codes)), "Q4_K")[0]
    assert set(floats[128:160]) == {(0b11_0101) * 3.0}
    assert not np.delete(floats, np.s_[128:160]).any()


def test_bf16_is_the_upper_half() -> None:
    assert to_floats(row(bytes([0x80, 0x3F, 0x20, 0xC1])), "BF16").tolist() == [[1.0, -10.0]]


def test_the_result_is_a_copy_that_can_be_written() -> None:
    data = row(np.float32(1).tobytes())
    to_floats(data, "F32")[0, 0] = 5
    assert to_floats(data, "F32")[0, 0] == 1


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(FileError, match="weights in I64 can't be read; the core reads F32, "):
        to_floats(np.zeros((1, 8), np.uint8), "I64")


def test_half_a_block_is_refused() -> None:
    with pytest.raises(FileError, match="rows of 17 bytes end inside a Q4_0 block"):
        to_floats(np.zeros((2, 17), np.uint8), "Q4_0")
