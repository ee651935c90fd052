"""A write-ahead log as it lies on disk: its frames, and whether more is wrong with it than a write cut short.

SQLite reads a log up to the first frame that fails its checksum and forgets the rest, so that one flipped bit
would silently undo every answer after it. Format: https://www.sqlite.org/fileformat2.html, section 4.
"""

import struct
from typing import NamedTuple

from drill.store.pages import sensible

HEADER_BYTES = 32
FRAME_BYTES = 24
# the magic number's last bit says how words are summed
_MAGICS = {0x377F0682: "<", 0x377F0683: ">"}
_VERSION = 3007000


class Frame(NamedTuple):
    """A page as it was written; `commits` where a transaction ends with it."""

    number: int
    commits: bool
    page: bytes


class Log(NamedTuple):
    """The frames that hold what was committed, oldest first; of a damaged log all that are of this log."""

    frames: list[Frame]
    is_damaged: bool


class _Placed(NamedTuple):
    """A frame in the file: `is_ours` by its salt, `follows` by its checksum."""

    frame: Frame
    is_ours: bool
    follows: bool


Sums = tuple[int, int]


def page_bytes_of(raw: bytes) -> int:
    """Return the size of a page, as the log's header says; the usual one where it says nothing sensible."""
    return sensible(int.from_bytes(raw[8:12]))


def read_wal(raw: bytes) -> Log:
    """Read a whole log file."""
    if len(raw) <= HEADER_BYTES:
        return Log([], is_damaged=False)
    order = _MAGICS.get(int.from_bytes(raw[:4]))
    sums = _two(raw[24:32])
    is_sound = order is not None and int.from_bytes(raw[4:8]) == _VERSION
    if order is None or not is_sound or _sum(raw[:24], (0, 0), order) != sums:
        # whose header is broken says with its first frame which frames are of this log
        salt = raw[HEADER_BYTES + 8 : HEADER_BYTES + 16]
        placed = _placed(raw, salt, order or "<", None)
        return Log([one.frame for one in placed if one.is_ours], is_damaged=True)
    return _judged(_placed(raw, raw[16:24], order, sums))


def _judged(placed: list[_Placed]) -> Log:
    good = next((at for at, one in enumerate(placed) if not (one.is_ours and one.follows)), len(placed))
    after = placed[good:]
    # the checksum leaves the salt out: one that fits under another salt has a broken salt
    ours = [one.frame for one in after if one.is_ours or one.follows]
    # one frame at the end that neither fits nor commits is a write that was cut short
    if ours and not (len(ours) == 1 and after[0].is_ours and not ours[0].commits):
        return Log([*(one.frame for one in placed[:good]), *ours], is_damaged=True)
    committed = max((at for at in range(good) if placed[at].frame.commits), default=-1)
    return Log([one.frame for one in placed[: committed + 1]], is_damaged=False)


def _placed(raw: bytes, salt: bytes, order: str, sums: Sums | None) -> list[_Placed]:
    """Return every whole frame; without `sums` to begin with none follows."""
    size = FRAME_BYTES + page_bytes_of(raw)
    found = []
    for at in range(HEADER_BYTES, len(raw) - size + 1, size):
        head, page = raw[at : at + FRAME_BYTES], raw[at + FRAME_BYTES : at + size]
        # summed no further than the log goes
        sums = None if sums is None else _sum(head[:8] + page, sums, order)
        follows = sums is not None and sums == _two(head[16:24])
        sums = sums if follows else None
        frame = Frame(int.from_bytes(head[:4]), head[4:8] != b"\0\0\0\0", page)
        found.append(_Placed(frame, head[8:16] == salt, follows))
    return found


def _two(raw: bytes) -> Sums:
    return int.from_bytes(raw[:4]), int.from_bytes(raw[4:8])


def _sum(raw: bytes, sums: Sums, order: str) -> Sums:
    first, second = sums
    words = iter(struct.unpack(f"{order}{len(raw) // 4}I", raw))
    for one, two in zip(words, words, strict=True):
        first = first + one + second & 0xFFFFFFFF
        second = second + two + first & 0xFFFFFFFF
    return first, second
