"""Our reader against the gguf package's, and against files that are broken in every way we could think of."""

import os
import struct
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drill.core.errors import FileError
from drill.core.infer.weights.blocks import FORMATS
from drill.core.infer.weights.gguf import GGUFFile, read_gguf
from drill.core.infer.weights.tensor import Tensor

F32, UNKNOWN = 0, 16
ONE_TENSOR = [("t", (2, 4), F32, 0)]


def text(value: str) -> bytes:
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def key(name: str, value: int) -> bytes:
    return text(name) + struct.pack("<II", 4, value)


def entry(name: str, sizes: tuple[int, ...], kind: int, offset: int) -> bytes:
    return text(name) + struct.pack(f"<I{len(sizes)}QIQ", len(sizes), *sizes, kind, offset)


def built(
    *,
    version: int = 3,
    keys: tuple[bytes, ...] = (),
    tensors: Sequence[tuple[str, tuple[int, ...], int, int]] = ONE_TENSOR,
    data: bytes = bytes(32),
    alignment: int = 32,
) -> bytes:
    """A file by hand: what the packages refuse to write is what has to be tested."""
    head = struct.pack("<4sIQQ", b"GGUF", version, len(tensors), len(keys))
    head += b"".join(keys) + b"".join(entry(*one) for one in tensors)
    return head + bytes(-len(head) % alignment) + data


@pytest.fixture
def reads(tmp_path: Path) -> Callable[[bytes], GGUFFile]:
    def read(raw: bytes) -> GGUFFile:
        path = tmp_path / "model.gguf"
        path.write_bytes(raw)
        return read_gguf(path)

    return read


METADATA: dict[str, Any] = {
    "a.text": "grüß dich",
    "a.count": 7,
    "a.number": 0.5,
    "a.flag": True,
    "a.words": ["Ġa", "", "語"],
    "a.counts": [3, -1, 2],
    "a.numbers": [0.5, 1e-3],
    "a.flags": [True, False],
}


def tensors() -> dict[str, Tensor]:
    rng = np.random.default_rng(5)
    found = {}
    for format, (values, size, _) in FORMATS.items():
        data = rng.integers(0, 256, (3, 2 * size), np.uint8)
        found[format] = Tensor(format, (3, 2 * values), format, data)
    found["vector"] = Tensor("vector", (5,), "F32", rng.integers(0, 256, (1, 20), np.uint8))
    found["cube"] = Tensor("cube", (2, 3, 4), "F32", rng.integers(0, 256, (6, 16), np.uint8))
    return found


@pytest.fixture
def small(tmp_path: Path, write_gguf: Callable[..., Path]) -> Path:
    return write_gguf(tmp_path / "small.gguf", "none", METADATA, tensors())


def test_metadata_have_their_types(small: Path) -> None:
    metadata = read_gguf(small).metadata
    assert [metadata[f"a.{name}"] for name in ("text", "count", "number")] == ["grüß dich", 7, 0.5]
    assert metadata["a.flag"] is True
    assert metadata["a.words"] == ["Ġa".encode(), b"", "語".encode()]
    for name in ("counts", "numbers", "flags"):
        assert np.array_equal(metadata[f"a.{name}"], np.array(METADATA[f"a.{name}"], np.float32))


def test_tensors_of_every_format_come_back_as_written(small: Path) -> None:
    written, read = tensors(), read_gguf(small).tensors
    assert list(read) == list(written)
    for name, tensor in written.items():
        assert read[name][:3] == tensor[:3]
        assert np.array_equal(read[name].data, tensor.data)


def test_tensor_data_are_views_that_nobody_can_write(small: Path) -> None:
    tensor = read_gguf(small).tensors["Q4_1"]
    assert not tensor.data.flags.owndata
    assert not tensor.data.flags.writeable
    assert tensor.floats().flags.writeable


def test_tensors_lie_where_the_gguf_package_finds_them(small: Path) -> None:
    gguf = pytest.importorskip("gguf")
    ours, theirs = read_gguf(small).tensors, gguf.GGUFReader(small).tensors
    assert len(ours) == len(theirs)
    for their in theirs:
        our = ours[their.name]
        assert our.format == their.tensor_type.name
        assert our.shape == tuple(int(size) for size in reversed(their.shape))
        assert np.array_equal(our.data.ravel(), their.data.reshape(-1).view(np.uint8))


def test_the_real_model_has_its_known_tensors(model_file: Path) -> None:
    tensors = read_gguf(model_file).tensors.values()
    bytes_by_format = {"F32": 0, "Q4_1": 0, "Q8_0": 0}
    for tensor in tensors:
        bytes_by_format[tensor.format] += tensor.data.size
    assert len(tensors) == 272
    assert bytes_by_format == {"F32": 140_544, "Q4_1": 66_355_200, "Q8_0": 30_081_024}


def test_the_real_header_is_read_at_once(model_file: Path) -> None:
    def once() -> float:
        start = time.process_time()
        read_gguf(model_file)
        return time.process_time() - start

    # a quarter of a second leaves room for a slow machine; 0.05 is usual
    assert min(once() for _ in range(3)) < 0.25


@pytest.mark.parametrize("version", [2, 3])
def test_both_versions_and_gaps_between_tensors(reads: Callable[[bytes], GGUFFile], version: int) -> None:
    two = [("a", (4,), F32, 64), ("b", (4,), F32, 0)]
    data = np.arange(20, dtype="<f4").tobytes()
    read = reads(built(version=version, tensors=two, data=data)).tensors
    assert read["a"].floats().tolist() == [16, 17, 18, 19]
    assert read["b"].floats().tolist() == [0, 1, 2, 3]


def test_sizes_are_stored_fastest_first(reads: Callable[[bytes], GGUFFile]) -> None:
    read = reads(built(tensors=[("t", (4, 2), F32, 0)], data=np.arange(8, dtype="<f4").tobytes()))
    assert read.tensors["t"].floats().tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_the_data_start_where_general_alignment_says(reads: Callable[[bytes], GGUFFile]) -> None:
    keys = (key("general.alignment", 256),)
    data = np.ones(8, "<f4").tobytes()
    read = reads(built(keys=keys, alignment=256, data=data))
    assert read.tensors["t"].floats().tolist() == [[1, 1]] * 4


HUGE = 2**60
BROKEN = {
    "empty": (b"", "can't be mapped"),
    "other": (b"\x80\x02}q\x00." * 9, "is no GGUF file; name one"),
    "short": (b"GGUF\x03\x00", "ends in the middle of its header"),
    "v1": (built(version=1), "is GGUF version 1; the core reads little-endian versions 2 and 3"),
    "v4": (built(version=4), "is GGUF version 4;"),
    "big-endian": (built(version=3 << 24), "is big-endian;"),
    "tensors": (struct.pack("<4sIQQ", b"GGUF", 3, HUGE, 0), f"{HUGE} tensors don't fit into the file"),
    "keys": (struct.pack("<4sIQQ", b"GGUF", 3, 0, HUGE), f"{HUGE} keys don't fit into the file"),
    "strings": (
        built(keys=(text("k") + struct.pack("<IIQ", 9, 8, HUGE),)),
        f"{HUGE} strings don't fit into the file",
    ),
    "values": (built(keys=(text("k") + struct.pack("<IIQ", 9, 4, HUGE),)), f"{HUGE} values don't fit"),
    "string": (built(keys=(struct.pack("<Q", HUGE) + b"abcdefg",)), "ends in the middle of its header"),
    "one string": (
        built(keys=(text("k") + struct.pack("<IIQQ", 9, 8, 1, HUGE),)),
        "ends in the middle of its header",
    ),
    "nested": (
        built(keys=(text("k") + struct.pack("<IIQ", 9, 9, 1) + bytes(16),)),
        "type 9 is unknown",
    ),
    "type": (built(keys=(text("k") + struct.pack("<II", 77, 0),)), "value type 77 is unknown"),
    "utf-8": (built(keys=(struct.pack("<Q", 1) + b"\xff" + struct.pack("<II", 4, 0),)), "isn't UTF-8"),
    "control": (built(keys=(key("a\nb", 0),)), r"the name 'a\nb' isn't printable"),
    "twice": (built(keys=(key("k", 1), key("k", 1))), "says k twice"),
    "alignment": (built(keys=(key("general.alignment", 24),)), "general.alignment must be a power of two"),
    "no alignment": (built(keys=(key("general.alignment", 0),)), "general.alignment must be a power of two"),
    "same": (built(tensors=[("t", (4,), F32, 0), ("t", (4,), F32, 16)]), "two tensors have one name"),
    "no sizes": (built(tensors=[("t", (), F32, 0)]), "t has 0 dimensions"),
    "five sizes": (built(tensors=[("t", (1,) * 5, F32, 0)]), "t has 5 dimensions"),
    "zero": (built(tensors=[("t", (4, 0), F32, 0)]), "t has rows of 4 in F32 blocks of 1"),
    "block": (built(tensors=[("t", (40, 2), 2, 0)]), "t has rows of 40 in Q4_0 blocks of 32"),
    "known": (built(tensors=[("t", (256,), UNKNOWN, 0)]), "t is IQ2_XXS, which the core can't read; use"),
    "unknown": (built(tensors=[("t", (256,), 999, 0)]), "t is type 999, which the core can't read"),
    "outside": (built(tensors=[("t", (9,), F32, 0)]), "t ends past the end of the file"),
    "far": (built(tensors=[("t", (4,), F32, 2**63)]), "t ends past the end of the file"),
    "vast": (built(tensors=[("t", (2**62, 2**62, 2**62), F32, 0)]), "t ends past the end of the file"),
    "overlap": (built(tensors=[("a", (4,), F32, 8), ("b", (4,), F32, 0)]), "b and a overlap"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files_are_refused_in_one_line(reads: Callable[[bytes], GGUFFile], name: str) -> None:
    raw, message = BROKEN[name]
    with pytest.raises(FileError) as caught:
        reads(raw)
    line = str(caught.value)
    assert "model.gguf: " in line
    assert message in line
    assert "\n" not in line


def test_absent_files_and_folders_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "absent.gguf"):
        with pytest.raises(FileError, match="can't be read"):
            read_gguf(path)


def test_a_file_cut_anywhere_is_refused(small: Path) -> None:
    # every byte of the header, and some of the data, backwards: each cut shortens the last
    header = small.read_bytes().index(b"cube") + 60
    size = small.stat().st_size
    for length in [*range(size - 32, header, -50), *range(header, -1, -1)]:
        os.truncate(small, length)
        with pytest.raises(FileError, match=r"^[^\n]*$"):
            read_gguf(small)


def test_a_string_as_long_as_all_memory_is_refused(small: Path) -> None:
    """The first string of three: the next one would lie behind all addresses."""
    raw, word = bytearray(small.read_bytes()), "Ġa".encode()
    at = raw.index(len(word).to_bytes(8, "little") + word)
    raw[at : at + 8] = (2**63 + 8).to_bytes(8, "little")
    small.write_bytes(raw)
    with pytest.raises(FileError, match="ends in the middle of its header"):
        read_gguf(small)


@given(data=st.data())
@settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_changed_bytes_give_a_refusal_or_a_file(small: Path, data: st.DataObject) -> None:
    raw = bytearray(small.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, min(900, len(raw) - 1)))] = data.draw(st.integers(0, 255))
    changed = small.with_name("changed.gguf")
    changed.write_bytes(raw)
    outcome = read_or_refused(changed)
    if isinstance(outcome, str):
        assert "\n" not in outcome
        return
    for tensor in outcome.tensors.values():
        assert tensor.floats().shape == tensor.shape


def read_or_refused(path: Path) -> GGUFFile | str:
    try:
        return read_gguf(path)
    except FileError as error:
        return str(error)
