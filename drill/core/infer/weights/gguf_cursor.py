"""A place in a GGUF file's bytes that moves on as values are read, never past the end.

Leaves out what the values are for (gguf.py) and what may follow what.
"""

import struct
from collections.abc import Mapping
from mmap import mmap

import numpy as np

from drill.core.errors import FileError
from drill.core.infer.arrays import Array

# strings of a string array stay bytes: tokens need not be whole UTF-8
Value = str | int | float | bool | list[bytes] | Array

STRING, ARRAY = 8, 9
SCALARS: Mapping[int, tuple[struct.Struct, str]] = {
    0: (struct.Struct("<B"), "u1"),
    1: (struct.Struct("<b"), "i1"),
    2: (struct.Struct("<H"), "<u2"),
    3: (struct.Struct("<h"), "<i2"),
    4: (struct.Struct("<I"), "<u4"),
    5: (struct.Struct("<i"), "<i4"),
    6: (struct.Struct("<f"), "<f4"),
    7: (struct.Struct("<?"), "?"),
    10: (struct.Struct("<Q"), "<u8"),
    11: (struct.Struct("<q"), "<i8"),
    12: (struct.Struct("<d"), "<f8"),
}
_U32, _U64 = SCALARS[4][0], SCALARS[10][0]


class Cursor:
    """Reads little-endian values from `buffer` at `at`; FileError, with `where` in front, past the end."""

    def __init__(self, buffer: mmap, where: str, at: int) -> None:
        self.buffer = buffer
        self.where = where
        self.at = at

    def u32(self) -> int:
        """Read a count of four bytes."""
        return int(self._unpacked(_U32))

    def u64(self) -> int:
        """Read a count of eight bytes."""
        return int(self._unpacked(_U64))

    def text(self) -> str:
        """Read a string: eight bytes of length, then UTF-8."""
        raw = self.buffer[self._passed(self.u64()) : self.at]
        try:
            return raw.decode()
        except UnicodeDecodeError:
            raise FileError(f"{self.where}: a name or text isn't UTF-8; get the file again") from None

    def name(self) -> str:
        """Read a string that can stand in a line: FileError for control characters."""
        name = self.text()
        if not name.isprintable():
            raise FileError(f"{self.where}: the name {name!r} isn't printable; get the file again")
        return name

    def value(self) -> Value:
        """Read a type and a value of it."""
        kind = self.u32()
        if kind == STRING:
            return self.text()
        if kind == ARRAY:
            return self._array()
        return self._unpacked(self._scalar(kind)[0])

    def count(self, least_bytes: int, what: str) -> int:
        """Read how many `what` follow; FileError when they can't fit, at `least_bytes` each."""
        number = self.u64()
        if number * least_bytes > len(self.buffer) - self.at:
            raise FileError(f"{self.where}: {number} {what} don't fit into the file; get it again")
        return number

    def _array(self) -> Value:
        kind = self.u32()
        if kind == STRING:
            return self._strings(self.count(8, "strings"))
        unpacker, dtype = self._scalar(kind)
        number = self.count(unpacker.size, "values")
        start = self._passed(number * unpacker.size)
        # a copy: the values outlive the header's place in memory and stand aligned
        return np.frombuffer(self.buffer, dtype, number, start).copy()

    def _strings(self, number: int) -> list[bytes]:
        # a hundred thousand of them: one loop without calls, checked once behind it
        buffer, at, length_at = self.buffer, self.at, _U64.unpack_from
        strings = []
        try:
            for _ in range(number):
                start = at + 8
                at = start + length_at(buffer, at)[0]
                strings.append(buffer[start:at])
        except (struct.error, OverflowError):
            # behind the end of the file, or of all addresses
            raise self._truncated() from None
        self._passed(at - self.at)
        return strings

    def _scalar(self, kind: int) -> tuple[struct.Struct, str]:
        if kind not in SCALARS:
            raise FileError(f"{self.where}: value type {kind} is unknown; get the file again")
        return SCALARS[kind]

    def _unpacked(self, unpacker: struct.Struct) -> int | float | bool:
        start = self._passed(unpacker.size)
        value: int | float | bool = unpacker.unpack_from(self.buffer, start)[0]
        return value

    def _passed(self, size: int) -> int:
        # moves on by `size` bytes and returns where they start
        start = self.at
        if size > len(self.buffer) - start:
            raise self._truncated()
        self.at = start + size
        return start

    def _truncated(self) -> FileError:
        return FileError(f"{self.where}: ends in the middle of its header; get the file again")
