"""`drill sheet`: each of its forms, and topics."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Drill = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("toy_banks")


def test_on_the_terminal(drill: Drill) -> None:
    result = drill("sheet")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("The sheet · For 10 Dec 2026\n")
    assert "128 KiB" in result.out
    assert "Nothing was missed yet." in result.out


def test_files_and_stdout(drill: Drill, tmp_path: Path) -> None:
    page, text = tmp_path / "sheet.html", tmp_path / "sheet.md"
    assert drill("sheet", str(page)) == (f"{page}: written; open it in a browser\n", "", 0)
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert drill("sheet", str(text)).out == f"{text}: written\n"
    paper = tmp_path / "sheet.pdf"
    assert drill("sheet", str(paper)) == (f"{paper}: written\n", "", 0)
    assert paper.read_bytes().startswith(b"%PDF-")
    assert drill("sheet", "-").out == text.read_text(encoding="utf-8")


def test_topics_and_ones_own_misses(drill: Drill) -> None:
    drill("quiz", "--new", "8", "--seed", "1", stdin="?\n.\n" * 9)
    both = drill("sheet", "-", "--topics", "kv-cache, sampling").out
    one = drill("sheet", "-", "--topics", "sampling").out
    assert "128 KiB" in both
    assert "KV bytes a token" not in one
    assert "missed once" in both
    assert one.count("missed once") < both.count("missed once")
