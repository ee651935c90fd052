"""What is typed is on disk until it is recorded."""

from pathlib import Path

import pytest

from drill.errors import MissingError
from drill.sessions.drafts import draft_of, drop_draft, keep_draft
from drill.study.question import ItemId

A, B = ItemId("a"), ItemId("b")


def test_a_draft_is_that_of_its_item(tmp_path: Path) -> None:
    path = tmp_path / "new" / "draft.json"
    assert draft_of(path, A) == ""
    keep_draft(path, A, "two\nlines \ud800")
    assert draft_of(path, A) == "two\nlines ?"
    assert draft_of(path, B) == ""
    drop_draft(path, B)
    assert draft_of(path, A)
    keep_draft(path, B, "newer")
    assert (draft_of(path, A), draft_of(path, B)) == ("", "newer")
    drop_draft(path, B)
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"item": 1, "text": "x"}', b"\xff"])
def test_a_damaged_draft_is_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "draft.json"
    path.write_bytes(content)
    assert draft_of(path, A) == ""
    drop_draft(path, A)


def test_a_draft_that_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MissingError, match="can't be written"):
        keep_draft(tmp_path / "file" / "draft.json", A, "x")
