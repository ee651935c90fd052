"""Our reader against the safetensors package, on one file and on shards, and against hostile headers."""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drill.core.errors import FileError
from drill.core.infer.weights.safetensors import INDEX, read_folder, read_safetensors
from drill.core.infer.weights.tensor import Tensor

ARRAYS: dict[str, np.ndarray[Any, Any]] = {
    "matrix": np.arange(12, dtype=np.float32).reshape(3, 4),
    "half": np.linspace(-1, 1, 6, dtype=np.float16).reshape(2, 3),
    "vector": np.ones(5, np.float32),
    "scalar": np.array(2.5, np.float32),
    "ids": np.arange(4, dtype=np.int64),
}


def built(header: object, data: bytes = bytes(64)) -> bytes:
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(raw).to_bytes(8, "little") + raw + data


def one(**changes: Any) -> dict[str, Any]:
    return {"t": {"dtype": "F32", "shape": [4, 4], "data_offsets": [0, 64], **changes}}


@pytest.fixture
def reads(tmp_path: Path) -> Callable[[bytes], dict[str, Tensor]]:
    def read(raw: bytes) -> dict[str, Tensor]:
        path = tmp_path / "model.safetensors"
        path.write_bytes(raw)
        return read_safetensors(path)

    return read


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.safetensors"
    pytest.importorskip("safetensors.numpy").save_file(ARRAYS, path, metadata={"format": "pt"})
    return path


def test_arrays_come_back_as_written(small: Path) -> None:
    read = read_safetensors(small)
    assert read.keys() == ARRAYS.keys()
    for name in ("matrix", "half", "vector", "scalar"):
        assert np.array_equal(read[name].floats(), ARRAYS[name].astype(np.float32))
        assert read[name].shape == ARRAYS[name].shape
        assert not read[name].data.flags.writeable


def test_a_dtype_without_a_reader_is_refused_when_it_is_used(small: Path) -> None:
    ids = read_safetensors(small)["ids"]
    assert ids.format == "I64"
    with pytest.raises(FileError, match="weights in I64 can't be read"):
        ids.floats()


def test_bfloat16(reads: Callable[[bytes], dict[str, Tensor]]) -> None:
    data = bytes([0x80, 0x3F, 0x20, 0xC1])
    read = reads(built({"t": {"dtype": "BF16", "shape": [1, 2], "data_offsets": [0, 4]}}, data))
    assert read["t"].floats().tolist() == [[1.0, -10.0]]


@pytest.mark.parametrize("shape", [[0, 5], [5, 0], [2**70, 0]])
def test_empty_tensors_are_let_in(reads: Callable[[bytes], dict[str, Tensor]], shape: list[int]) -> None:
    assert reads(built(one(shape=shape, data_offsets=[8, 8])))["t"].data.size == 0


def test_a_dtype_of_tomorrow_keeps_its_bytes(reads: Callable[[bytes], dict[str, Tensor]]) -> None:
    read = reads(built(one(dtype="F4", shape=[3, 8], data_offsets=[0, 12])))
    assert read["t"].data.shape == (1, 12)


HEADERS = {
    "list": ([], "must be a JSON object"),
    "no JSON": (b"{nonsense", "isn't JSON with every key once"),
    "no UTF-8": (b'{"\xff": 1}', "isn't JSON with every key once"),
    "twice": (b'{"t": 1, "t": 2}', "isn't JSON with every key once"),
    "deep": (b"[" * 100_000, "isn't JSON with every key once"),
    "digits": (b'{"t": ' + b"9" * 5000 + b"}", "isn't JSON with every key once"),
    "number": ({"t": 5}, "'t' isn't described as a tensor"),
    "control": ({"a\nb": one()["t"]}, r"'a\nb' isn't described as a tensor"),
    "dtype": (one(dtype=4), "t needs dtype, shape and data_offsets"),
    "lines": (one(dtype="F\n4"), "t needs dtype, shape and data_offsets"),
    "shape": (one(shape=None), "t needs dtype, shape and data_offsets"),
    "negative": (one(shape=[-4, -4]), "t needs dtype, shape and data_offsets"),
    "fraction": (one(shape=[4.0, 4]), "t needs dtype, shape and data_offsets"),
    "flag": (one(shape=[True, 16]), "t needs dtype, shape and data_offsets"),
    "three": (one(data_offsets=[0, 64, 64]), "t needs dtype, shape and data_offsets"),
    "backwards": (one(dtype="new", data_offsets=[64, 0]), "t has other bytes than its shape"),
    "size": (one(shape=[4, 5]), "t has other bytes than its shape"),
    "vast": (one(shape=[2**70, 2**70]), "t has other bytes than its shape"),
    "outside": (one(data_offsets=[4, 68]), "t ends past the end of the file"),
    "far": (one(data_offsets=[2**70, 2**70 + 64]), "t ends past the end of the file"),
    "overlap": (
        {
            "a": {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]},
            "b": {"dtype": "F32", "shape": [4], "data_offsets": [12, 28]},
        },
        "a and b overlap",
    ),
}


@pytest.mark.parametrize("name", HEADERS)
def test_hostile_headers_are_refused_in_one_line(
    reads: Callable[[bytes], dict[str, Tensor]], name: str
) -> None:
    header, message = HEADERS[name]
    with pytest.raises(FileError) as caught:
        reads(built(header))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("size", [65, 100_000_001, 2**64 - 1])
def test_a_header_larger_than_the_file_is_refused(
    reads: Callable[[bytes], dict[str, Tensor]], size: int
) -> None:
    with pytest.raises(FileError, match=f"a header of {size} bytes doesn't fit"):
        reads(size.to_bytes(8, "little") + bytes(64))


def test_a_file_cut_anywhere_is_refused(small: Path) -> None:
    for length in range(small.stat().st_size - 1, -1, -1):
        os.truncate(small, length)
        with pytest.raises(FileError, match=r"^[^\n]*$"):
            read_safetensors(small)


@given(data=st.data())
@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_changed_bytes_give_a_refusal_or_a_file(small: Path, data: st.DataObject) -> None:
    raw = bytearray(small.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    changed = small.with_name("changed.safetensors")
    changed.write_bytes(raw)
    outcome = read_or_refused(changed)
    assert isinstance(outcome, dict) or "\n" not in outcome


def read_or_refused(path: Path) -> Mapping[str, Tensor] | str:
    try:
        return read_safetensors(path)
    except FileError as error:
        return str(error)


@pytest.fixture
def sharded(tmp_path: Path) -> Path:
    saving = pytest.importorskip("safetensors.numpy")
    saving.save_file({"matrix": ARRAYS["matrix"]}, tmp_path / "one.safetensors")
    saving.save_file({"half": ARRAYS["half"]}, tmp_path / "two.safetensors")
    point(tmp_path, {"matrix": "one.safetensors", "half": "two.safetensors"})
    return tmp_path


def point(folder: Path, shards: object) -> None:
    (folder / INDEX).write_text(json.dumps({"weight_map": shards}), encoding="utf-8")


def test_shards_are_joined(sharded: Path) -> None:
    read = read_folder(sharded)
    for name in ("matrix", "half"):
        assert np.array_equal(read[name].floats(), ARRAYS[name].astype(np.float32))


@pytest.mark.parametrize(
    ("shards", "message"),
    [
        ({"matrix": "two.safetensors"}, "'matrix' isn't in two.safetensors"),
        ({"matrix": "three.safetensors"}, "can't be read"),
        ({"matrix": "../one.safetensors"}, "'../one.safetensors' is no file beside it"),
        ({"matrix": "/etc/passwd"}, "'/etc/passwd' is no file beside it"),
        ({"matrix": ""}, "can't be read"),
        ({"matrix": "a\0b"}, "is no file beside it"),
        ({"matrix": 1}, "weight_map must map names to files"),
        (["one.safetensors"], "weight_map must map names to files"),
    ],
)
def test_an_index_that_points_elsewhere_is_refused(sharded: Path, shards: object, message: str) -> None:
    point(sharded, shards)
    with pytest.raises(FileError, match=message):
        read_folder(sharded)
