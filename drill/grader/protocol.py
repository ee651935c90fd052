"""What crosses the pipe between judge and worker: plain data in length-prefixed frames. Never pickle.

Both sides load this file; the worker by its path, so it imports the standard library and numpy only.
Only exact types are written, so nothing of a learner's class is ever called by writing it.
"""

import re
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

MOST_BYTES = 1 << 26
# a list costs the reader far more than its bytes: 10^7 members would hold the judge for long
MOST_PARTS = 1 << 18
DEEPEST = 64
_KINDS = "biufc"
_DTYPE = re.compile(r"[<>|=][biufc]\d{1,2}")
_SIZE = struct.Struct(">Q")


class ProtocolError(Exception):
    """A frame or value that can't be; the message says why in words for the learner."""


class Reference(NamedTuple):
    """What stays on its side: an object of the worker (`handle`) or a function of the judge (`callback`)."""

    kind: str
    id: int
    type_name: str = ""


class Packed(NamedTuple):
    """A value that was packed before, to be sent as it is."""

    data: bytes


Refer = Callable[[Any], Reference | None]


def no_references(value: Any) -> None:
    """Refer to nothing: every value must be plain."""
    return


def pack(value: Any, refer: Refer = no_references) -> bytes:
    """Return a value as bytes; what isn't plain is asked of `refer`, else ProtocolError names its type."""
    parts: list[bytes] = []
    _write(value, parts, refer, 0)
    return b"".join(parts)


def unpack(data: bytes | memoryview, resolve: Callable[[Reference], Any] | None = None) -> Any:
    """Return the value that pack wrote; ProtocolError for anything else."""
    reader = _Reader(memoryview(data), resolve)
    try:
        value = reader.value(0)
    except (struct.error, IndexError, ValueError, TypeError, OverflowError, MemoryError) as error:
        raise ProtocolError(f"a damaged reply ({type(error).__name__})") from error
    if reader.at != len(reader.data):
        raise ProtocolError("a reply with bytes behind it")
    return value


def frame(data: bytes) -> bytes:
    """Return data with its length before it."""
    return _SIZE.pack(len(data)) + data


def frame_size(head: bytes) -> int:
    """Return the length in a frame's head; ProtocolError when it is beyond all bounds."""
    size: int = _SIZE.unpack(head)[0]
    if size > MOST_BYTES:
        raise ProtocolError(f"a reply of {size:,} bytes; {MOST_BYTES:,} is the most")
    return size


HEAD_BYTES = _SIZE.size


def _text(tag: bytes, text: bytes) -> bytes:
    return tag + _SIZE.pack(len(text)) + text


def _write(value: Any, parts: list[bytes], refer: Refer, depth: int) -> None:
    if depth > DEEPEST:
        raise ProtocolError(f"nested deeper than {DEEPEST} levels")
    if len(parts) > MOST_PARTS:
        raise ProtocolError(f"more than {MOST_PARTS:,} values")
    kind = type(value)
    simple = _SIMPLE.get(kind)
    if simple is not None:
        parts.append(simple(value))
    elif kind in _MEMBERS:
        tag, members = _MEMBERS[kind]
        parts.append(tag + _SIZE.pack(len(value)))
        for member in members(value):
            _write(member, parts, refer, depth + 1)
    elif kind is np.ndarray:
        _write_array(value, parts)
    elif issubclass(kind, np.generic) and kind.__module__ == "numpy":
        _write(value.item(), parts, refer, depth + 1)
    else:
        _write_reference(value, parts, refer)


# each kind that has members: its tag, and its members one after another
_MEMBERS: dict[type, tuple[bytes, Callable[[Any], Any]]] = {
    list: (b"L", iter),
    tuple: (b"T", iter),
    dict: (b"D", lambda value: (part for pair in value.items() for part in pair)),
}


def _integer(value: int) -> bytes:
    # bytes, not digits: Python refuses to print integers of over 4,300 digits
    return _text(b"I", value.to_bytes((value.bit_length() + 8) // 8, "big", signed=True))


_SIMPLE: dict[type, Callable[[Any], bytes]] = {
    type(None): lambda _: b"N",
    bool: lambda value: b"1" if value else b"0",
    int: _integer,
    float: lambda value: b"F" + struct.pack(">d", value),
    complex: lambda value: b"C" + struct.pack(">dd", value.real, value.imag),
    str: lambda value: _text(b"S", value.encode("utf-8", "surrogatepass")),
    bytes: lambda value: _text(b"B", value),
    Packed: lambda value: value.data,
}


def _write_array(value: np.ndarray, parts: list[bytes]) -> None:
    if value.dtype.kind not in _KINDS:
        raise ProtocolError(f"an array of dtype {value.dtype}; numbers and booleans cross, no objects")
    parts.append(b"A" + _layout(value))
    parts.append(_text(b"", value.dtype.str.encode()))
    parts.append(bytes([value.ndim]) + b"".join(_SIZE.pack(size) for size in value.shape))
    parts.append(_text(b"", value.tobytes("F" if _layout(value) == b"F" else "C")))


def _layout(value: np.ndarray) -> bytes:
    """Return C or F for a contiguous array, S for a strided one."""
    if value.flags.c_contiguous:
        return b"C"
    return b"F" if value.flags.f_contiguous else b"S"


def _write_reference(value: Any, parts: list[bytes], refer: Refer) -> None:
    reference = value if type(value) is Reference else refer(value)
    if reference is None:
        raise ProtocolError(f"a {type(value).__name__}; only plain data crosses")
    parts.append(_text(b"R", reference.kind.encode()))
    parts.append(_SIZE.pack(reference.id) + _text(b"", reference.type_name.encode("utf-8", "replace")))


class _Reader:
    """Reads values one after another; every length is checked against what is there."""

    def __init__(self, data: memoryview, resolve: Callable[[Reference], Any] | None) -> None:
        self.data = data
        self.at = 0
        self.values = 0
        self.resolve = resolve

    def take(self, size: int) -> memoryview:
        if size > len(self.data) - self.at:
            raise ProtocolError("a reply that breaks off")
        self.at += size
        return self.data[self.at - size : self.at]

    def size(self) -> int:
        number: int = _SIZE.unpack(self.take(_SIZE.size))[0]
        return number

    def chunk(self) -> memoryview:
        return self.take(self.size())

    def value(self, depth: int) -> Any:
        if depth > DEEPEST:
            raise ProtocolError(f"nested deeper than {DEEPEST} levels")
        self.values += 1
        if self.values > MOST_PARTS:
            raise ProtocolError(f"more than {MOST_PARTS:,} values")
        tag = bytes(self.take(1))
        if tag in _CONSTANTS:
            return _CONSTANTS[tag]
        if tag in (b"L", b"T"):
            members = [self.value(depth + 1) for _ in range(self.count())]
            return members if tag == b"L" else tuple(members)
        if tag == b"D":
            return {self.value(depth + 1): self.value(depth + 1) for _ in range(self.count())}
        return self.scalar(tag)

    def count(self) -> int:
        """Return how many members follow; each takes a byte at least."""
        count = self.size()
        if count > len(self.data) - self.at:
            raise ProtocolError("a reply that breaks off")
        return count

    def scalar(self, tag: bytes) -> Any:
        read: dict[bytes, Callable[[], Any]] = {
            b"I": lambda: int.from_bytes(self.chunk(), "big", signed=True),
            b"F": lambda: struct.unpack(">d", self.take(8))[0],
            b"C": lambda: complex(*struct.unpack(">dd", self.take(16))),
            b"S": lambda: str(self.chunk(), "utf-8", "surrogatepass"),
            b"B": lambda: bytes(self.chunk()),
            b"A": self.array,
            b"R": self.reference,
        }
        if tag not in read:
            raise ProtocolError("a reply of an unknown kind")
        return read[tag]()

    def array(self) -> np.ndarray:
        layout = bytes(self.take(1))
        name = str(self.chunk(), "ascii")
        if not _DTYPE.fullmatch(name):
            raise ProtocolError("an array of a dtype that does not cross")
        dtype = np.dtype(name)
        shape = tuple(self.size() for _ in range(self.take(1)[0]))
        flat = np.frombuffer(self.chunk(), dtype=dtype)
        whole = flat.reshape(shape, order="F" if layout == b"F" else "C").copy(order="K")
        return _strided(whole) if layout == b"S" else whole

    def reference(self) -> Any:
        reference = Reference(str(self.chunk(), "ascii"), self.size(), str(self.chunk(), "utf-8"))
        return reference if self.resolve is None else self.resolve(reference)


def _strided(whole: np.ndarray) -> np.ndarray:
    """Return the same values with a gap after each, as a slice of a larger array has."""
    wide = np.zeros((*whole.shape[:-1], 2 * whole.shape[-1]), whole.dtype)
    wide[..., ::2] = whole
    return wide[..., ::2]


_CONSTANTS = {b"N": None, b"1": True, b"0": False}
