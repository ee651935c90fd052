"""Content is found in a checkout and in a wheel."""

from pathlib import Path

import pytest

from drill.content import locate
from drill.errors import MissingError


def lay(root: Path) -> Path:
    (root / "questions").mkdir(parents=True)
    for name in ("outline.yaml", "sources.yaml", "b.yaml", "a.yaml"):
        (root / "questions" / name).touch()
    return root


@pytest.mark.parametrize("where", [".", "drill/_data"])
def test_a_checkout_and_a_wheel_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    root = lay(tmp_path / where)
    monkeypatch.setattr(locate, "_PACKAGE", tmp_path / "drill")
    assert locate.content_root() == root
    assert [(bank.path.name, bank.origin) for bank in locate.shipped_banks()] == [
        ("a.yaml", "shipped"),
        ("b.yaml", "shipped"),
    ]


def test_no_content_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "_PACKAGE", tmp_path / "drill")
    with pytest.raises(MissingError, match="drill's questions are not here; install drill again"):
        locate.content_root()
