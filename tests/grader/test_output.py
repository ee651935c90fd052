"""What is printed: head and tail are kept, and the rest is counted."""

import os
import sys

import pytest

from drill.grader.output import Output, cut

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the grader is POSIX")


def _printed(data: bytes, most: int) -> Output:
    output = Output(most)
    ours = os.dup(output.write_end)
    output.begin()
    try:
        while data:
            data = data[os.write(ours, data) :]
    except BrokenPipeError:
        pass
    finally:
        os.close(ours)
    output.finish()
    return output


def test_little_is_kept_whole() -> None:
    output = _printed("naïve\n".encode(), 100)
    assert (output.text(), output.dropped, output.is_over) == ("naïve\n", 0, False)


def test_head_and_tail_are_kept() -> None:
    output = _printed(b"a" * 5000 + b"b" * 5000 + b"c" * 5000, 1 << 20)
    text = output.text()
    assert text.startswith("a" * 4096 + "\n")
    assert text.endswith("\n" + "c" * 4096)
    assert output.dropped == 15_000 - 2 * 4096
    assert "[6,808 bytes dropped]" in text


def test_beyond_the_limit_the_pipe_is_closed() -> None:
    output = _printed(b"x" * (1 << 22), 1 << 16)
    assert output.is_over
    assert output.total < 1 << 20


def test_no_text_is_shown_all_the_same() -> None:
    assert _printed(b"\xff\xed\xa0\x80.", 100).text().endswith(".")


def test_what_many_workers_printed_is_cut_once_more() -> None:
    assert cut("x" * 16_384, 5) == ("x" * 16_384, 5)
    text, dropped = cut("a" * 10_000 + "b" * 10_000, 5)
    assert dropped == 5 + 20_000 - 16_384
    assert text == "a" * 8192 + "\n[3,616 more dropped]\n" + "b" * 8192
