"""Rows read off pages one by one are those that SQLite reads, whatever the size of a page or a value."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drill.store.pages import HEADER_BYTES, page_bytes, records

values = st.one_of(
    st.none(),
    st.integers(-(2**63), 2**63 - 1),
    st.sampled_from([0, 1, -1, 127, 128, 2**15, 2**23, 2**31, 2**47]),
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.text("ab", min_size=400, max_size=3000),
    st.binary(max_size=900),
)
rows = st.lists(st.tuples(values, values, values), min_size=1, max_size=12)


def pages_of(path: Path) -> tuple[list[bytes], Callable[[int], bytes]]:
    raw = path.read_bytes()
    size = page_bytes(raw[:HEADER_BYTES])
    pages = [raw[at : at + size] for at in range(0, len(raw), size)]
    return pages, lambda number: pages[number - 1] if 0 < number <= len(pages) else b""


def read(path: Path, columns: int) -> list[tuple[Any, ...]]:
    pages, fetch = pages_of(path)
    return [
        row
        for number, page in enumerate(pages, start=1)
        for row in records(page, (columns,), fetch, is_first=number == 1)
    ]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(table=rows, size=st.sampled_from([512, 1024, 4096, 65536]))
def test_all_rows_come_back(tmp_path: Path, table: list[tuple[Any, ...]], size: int) -> None:
    path = tmp_path / "a.db"
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("pragma synchronous = off")
        connection.execute(f"pragma page_size = {size}")
        connection.execute("create table t (a, b, c)")
        connection.executemany("insert into t values (?, ?, ?)", table)
    assert sorted(map(repr, read(path, 3))) == sorted(map(repr, table))


@pytest.mark.parametrize("page", [b"", b"\x0d", bytes(4096), b"\xff" * 4096, b"kv cache " * 455])
def test_what_is_no_page_gives_no_row(page: bytes) -> None:
    assert list(records(page, range(100), lambda _: page)) == []


def test_neither_type_nor_count_of_a_page_is_believed(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("create table t (a, b)")
        connection.executemany("insert into t values (?, ?)", [(n, "text") for n in range(9)])
    pages, fetch = pages_of(path)
    damaged = b"\x05" + pages[1][1:3] + b"\0\0" + pages[1][5:]
    assert sorted(records(damaged, (2,), fetch)) == [(n, "text") for n in range(9)]
