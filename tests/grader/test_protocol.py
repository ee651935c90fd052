"""Frames: what is plain comes back the same to the bit, and damaged bytes only ever raise ProtocolError."""

import math
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from drill.grader import protocol
from drill.grader.protocol import Packed, ProtocolError, Reference, pack, unpack

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.binary(max_size=20)
    | st.text(st.characters(), max_size=20)
)
DTYPES = st.sampled_from(["?", "i1", "<i8", ">i4", "u2", "f2", "<f4", ">f8", "c8", "c16"])
ARRAYS = DTYPES.flatmap(
    lambda name: arrays.arrays(name, arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))
)
KEYS = st.integers() | st.text(max_size=5) | st.tuples(st.integers(), st.integers())
VALUES = st.recursive(
    SCALARS | ARRAYS,
    lambda members: (
        st.lists(members, max_size=4)
        | st.lists(members, max_size=4).map(tuple)
        | st.dictionaries(KEYS, members, max_size=4)
    ),
    max_leaves=8,
)
FEW = settings(max_examples=150, deadline=None)


@FEW
@given(VALUES)
def test_a_plain_value_comes_back_the_same_to_the_bit(value: Any) -> None:
    data = pack(value)
    assert pack(unpack(data)) == data


@FEW
@given(ARRAYS, st.sampled_from("CFS"))
def test_an_array_keeps_dtype_shape_values_and_order(array: np.ndarray, order: str) -> None:
    if order == "S" and array.ndim:
        array = np.repeat(array, 2, axis=-1)[..., ::2]
    elif order == "F":
        array = np.asfortranarray(array)
    back = unpack(pack(array))
    assert (back.dtype, back.shape, back.tobytes()) == (array.dtype, array.shape, array.tobytes())
    for flag in ("C_CONTIGUOUS", "F_CONTIGUOUS"):
        assert back.flags[flag] == array.flags[flag]
    assert back.flags.writeable


@pytest.mark.parametrize(
    "value", [1 << 5000, -(1 << 64), "\ud800 \x00", -0.0, float("inf"), {(1, 2): [()]}, b""]
)
def test_odd_scalars(value: Any) -> None:
    back = unpack(pack(value))
    assert type(back) is type(value)
    assert back == value
    assert not isinstance(value, float) or math.copysign(1, back) == math.copysign(1, value)


def test_a_nan_keeps_its_payload() -> None:
    bits = 0x7FF800000000BEEF
    value = struct.unpack(">d", bits.to_bytes(8, "big"))[0]
    assert struct.pack(">d", unpack(pack(value))) == bits.to_bytes(8, "big")
    assert unpack(pack(np.array([bits], np.uint64).view(np.float64))).view(np.uint64)[0] == bits


@pytest.mark.parametrize(("value", "plain"), [(np.float32(0.5), 0.5), (np.int64(3), 3), (np.True_, True)])
def test_a_scalar_of_numpy_becomes_plain(value: Any, plain: object) -> None:
    back = unpack(pack(value))
    assert (type(back), back) == (type(plain), plain)


@FEW
@given(VALUES, st.data())
def test_damaged_bytes_only_ever_raise_protocol_errors(value: Any, data: st.DataObject) -> None:
    sound = bytearray(pack(value))
    for _ in range(data.draw(st.integers(1, 3))):
        sound[data.draw(st.integers(0, len(sound) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(sound)))
    for damaged in (sound, sound[:cut], sound + b"N"):
        try:
            unpack(bytes(damaged))
        except ProtocolError:
            continue


@FEW
@given(st.binary(max_size=200))
def test_junk_only_ever_raises_protocol_errors(junk: bytes) -> None:
    try:
        unpack(junk)
    except ProtocolError:
        return


def _array(dtype: bytes, sizes: list[int], body: bytes) -> bytes:
    def text(part: bytes) -> bytes:
        return struct.pack(">Q", len(part)) + part

    shape = bytes([len(sizes)]) + b"".join(struct.pack(">Q", size) for size in sizes)
    return b"AC" + text(dtype) + shape + text(body)


@pytest.mark.parametrize(
    "data",
    [
        _array(b"O", [1], bytes(8)),
        _array(b"<f8,<f8", [1], bytes(16)),
        _array(b"(100000,)f8", [0], b""),
        _array(b"<M8[s]", [1], bytes(8)),
        _array(b"<f8", [1 << 63], bytes(8)),
        _array(b"<f8", [(1 << 64) - 1, 2], bytes(8)),
        _array(b"<f8", [2], bytes(9)),
        _array(b"<f3", [1], bytes(3)),
        _array(b"<f8", [1] * 65, bytes(8)),
        b"D" + struct.pack(">Q", 1) + b"L" + bytes(8) + b"N",
        b"L" + struct.pack(">Q", 1 << 62),
        b"S" + struct.pack(">Q", 2) + b"\xff\xfe",
        b"",
    ],
)
def test_an_impossible_value_is_refused(data: bytes) -> None:
    with pytest.raises(ProtocolError):
        unpack(data)


def test_the_number_of_values_is_bounded_on_both_sides() -> None:
    most = protocol.MOST_PARTS
    with pytest.raises(ProtocolError, match="more than"):
        pack([0] * (most + 2))
    with pytest.raises(ProtocolError, match="more than"):
        unpack(b"L" + struct.pack(">Q", most + 1) + b"N" * (most + 1))


def test_depth_is_bounded_on_both_sides() -> None:
    deep: list[Any] = []
    for _ in range(protocol.DEEPEST + 2):
        deep = [deep]
    with pytest.raises(ProtocolError, match="nested deeper"):
        pack(deep)
    with pytest.raises(ProtocolError, match="nested deeper"):
        unpack((b"L" + struct.pack(">Q", 1)) * 1000 + b"N")


def test_a_frame_has_its_length_and_a_bound() -> None:
    assert protocol.frame_size(protocol.frame(b"abc")[: protocol.HEAD_BYTES]) == 3
    with pytest.raises(ProtocolError, match="is the most"):
        protocol.frame_size(struct.pack(">Q", protocol.MOST_BYTES + 1))


class _Sly(dict[str, int]):
    pass


@pytest.mark.parametrize(
    "value", [_Sly(), object(), {1, 2}, range(3), np.array([object()]), np.array(["a"]), len]
)
def test_what_is_not_plain_does_not_cross(value: object) -> None:
    with pytest.raises(ProtocolError):
        pack(value)


def test_references_are_asked_for_and_resolved() -> None:
    data = pack([object(), 1], lambda _: Reference("handle", 4, "Thing"))
    assert unpack(data) == [Reference("handle", 4, "Thing"), 1]
    assert unpack(data, lambda reference: reference.id) == [4, 1]


def test_a_packed_value_is_sent_as_it_is() -> None:
    assert pack((1, Packed(pack([2.5])))) == pack((1, [2.5]))
