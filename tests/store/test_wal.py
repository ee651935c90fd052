"""A log on disk: what was committed is read, a write cut short is none, and damage is told from it."""

import sqlite3
from contextlib import closing

import pytest

from drill.store.wal import FRAME_BYTES, HEADER_BYTES, page_bytes_of, read_wal

FRAME = FRAME_BYTES + 4096


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A log of five transactions, of one frame or more each."""
    path = tmp_path_factory.mktemp("wal") / "a.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("pragma journal_mode = wal")
        connection.execute("create table t (a)")
        for number in range(4):
            connection.execute("insert into t values (?)", (f"{number} " * 3000,))
        return path.with_name("a.db-wal").read_bytes()


def commits(raw: bytes) -> list[int]:
    """Return the frames with which a transaction ends."""
    heads = range(HEADER_BYTES, len(raw), FRAME)
    return [number for number, at in enumerate(heads) if raw[at + 4 : at + 8] != b"\0\0\0\0"]


def broken(raw: bytes, at: int) -> bytes:
    return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]


def test_a_whole_log(raw: bytes) -> None:
    log = read_wal(raw)
    assert page_bytes_of(raw) == 4096
    assert not log.is_damaged
    assert len(log.frames) == (len(raw) - HEADER_BYTES) // FRAME > 8
    assert [number for number, frame in enumerate(log.frames) if frame.commits] == commits(raw)
    assert log.frames[0].page == raw[HEADER_BYTES + FRAME_BYTES : HEADER_BYTES + FRAME]


@pytest.mark.parametrize("size", [0, 6, HEADER_BYTES])
def test_a_log_without_frames(raw: bytes, size: int) -> None:
    assert read_wal(raw[:size]) == ([], False)


def test_a_log_cut_off_anywhere_holds_what_was_committed_before(raw: bytes) -> None:
    for size in range(HEADER_BYTES, len(raw), 1000):
        whole = (size - HEADER_BYTES) // FRAME
        log = read_wal(raw[:size])
        assert not log.is_damaged
        assert len(log.frames) == max((number + 1 for number in commits(raw) if number < whole), default=0)


def test_a_frame_that_was_being_written_is_no_damage(raw: bytes) -> None:
    within = next(
        number for number in range(1, 99) if number not in commits(raw) and number > commits(raw)[0]
    )
    cut = raw[: HEADER_BYTES + (within + 1) * FRAME]
    log = read_wal(broken(cut, len(cut) - 9))
    assert not log.is_damaged
    assert len(log.frames) == max(number + 1 for number in commits(raw) if number < within)


def test_frames_of_an_older_log_behind_the_end_are_no_part_of_it(raw: bytes) -> None:
    older = bytearray(raw[HEADER_BYTES:])
    for at in range(0, len(older), FRAME):
        older[at + 8] ^= 0xFF
        older[at + 16] ^= 0xFF
    assert read_wal(raw + bytes(older)) == read_wal(raw)


@pytest.mark.parametrize("at", [0, 5, 9, 17, 25])
def test_a_broken_header_is_damage_and_every_frame_is_read(raw: bytes, at: int) -> None:
    log = read_wal(broken(raw, at))
    assert log.is_damaged
    assert log.frames == read_wal(raw).frames


@pytest.mark.parametrize("at", [4, 9, 17, FRAME_BYTES + 100])
@pytest.mark.parametrize("frame", [0, 5, -1])
def test_a_broken_frame_is_damage_and_the_others_are_read(raw: bytes, at: int, frame: int) -> None:
    whole = read_wal(raw).frames
    number = frame % len(whole)
    log = read_wal(broken(raw, HEADER_BYTES + number * FRAME + at))
    assert log.is_damaged
    assert [one.page for one in log.frames][:number] == [one.page for one in whole][:number]
    assert len(log.frames) == len(whole)


def test_a_hole_in_the_middle_is_damage(raw: bytes) -> None:
    start = HEADER_BYTES + 2 * FRAME
    log = read_wal(raw[:start] + bytes(2 * FRAME) + raw[start + 2 * FRAME :])
    assert log.is_damaged
    assert len(log.frames) == len(read_wal(raw).frames) - 2
