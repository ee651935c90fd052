"""Files that can't be read say so in one line with the mend."""

from pathlib import Path

import pytest

from drill.content.files import MOST_BYTES, read_bytes, read_text
from drill.errors import ContentError


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "bank.yaml"
    path.write_bytes("topic: “తె”".encode("utf-8-sig"))
    assert read_text(path) == "topic: “తె”"


def test_bytes_that_are_not_utf8_are_named(tmp_path: Path) -> None:
    path = tmp_path / "bank.yaml"
    path.write_bytes(b"topic: a\nx: \xff\n")
    with pytest.raises(ContentError) as error:
        read_text(path)
    assert str(error.value) == f"{path}:2: byte 12 is not UTF-8; save the file as UTF-8"


def test_what_is_no_readable_file_is_named(tmp_path: Path) -> None:
    large = tmp_path / "large.yaml"
    large.write_bytes(b"a" * (MOST_BYTES + 1))
    for path, said in [
        (tmp_path / "none.yaml", "no such file; check the path"),
        (tmp_path, "not a file; name a YAML or Markdown file"),
        (large, "larger than 5 MiB; split the file"),
        (tmp_path / ("x" * 5000), "can't be read (File name too long); check the path and its permissions"),
    ]:
        with pytest.raises(ContentError) as error:
            read_bytes(path)
        assert str(error.value).startswith(f"{path}: {said}")
        assert "\n" not in str(error.value)
