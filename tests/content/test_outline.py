"""The shipped outline and sources read; a key that stands twice is refused."""

from pathlib import Path

import pytest

from drill.content.locate import content_root
from drill.content.outline import load_outline, load_sources
from drill.errors import ContentError

QUESTIONS = content_root() / "questions"


def test_the_shipped_outline_and_sources_read() -> None:
    keys = [line.key for line in load_outline(QUESTIONS / "outline.yaml")]
    assert "kv-memory" in keys
    assert len(keys) == len(set(keys))
    assert load_sources(QUESTIONS / "sources.yaml")["vaswani2017"].year == 2017


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "outline.yaml"
    path.write_text("- {key: a, topic: t, text: x}\n- {key: a, topic: t, text: y}\n", "utf-8")
    with pytest.raises(ContentError) as error:
        load_outline(path)
    assert str(error.value) == f"{path}:2: key `a` stands already on line 1; keep one"


def test_a_source_without_a_year_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sources.yaml"
    path.write_text("a: {title: x, by: y, year: '2017'}\nb: {title: x, by: y}\n", "utf-8")
    with pytest.raises(ContentError) as error:
        load_sources(path)
    assert str(error.value) == f"{path}:2: missing `year`; add it"
