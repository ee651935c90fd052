"""The learner's folder: laid out, refused, and no attempt ever overwritten."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from drill.content.crux import blank_crux
from drill.content.katas import Kata
from drill.errors import MissingError, UsageError
from drill.sessions.workspace import Workspace, read_source

AT = datetime(2026, 5, 4, 7, 0, 0, tzinfo=UTC)


@pytest.fixture
def kata(write_kata: Callable[..., Kata]) -> Kata:
    return write_kata()


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "katas", tmp_path / "attempts")


def test_a_fresh_folder_has_readme_starter_and_visible_tests(workspace: Workspace, kata: Kata) -> None:
    kept = workspace.lay_out(kata, b"blank", at=AT, fresh=True)

    assert kept is None
    assert sorted(path.name for path in workspace.folder("twice").iterdir()) == [
        "README.md",
        "solution.py",
        "test_visible.py",
    ]
    assert workspace.solution("twice").read_bytes() == b"blank"


def test_a_fresh_start_keeps_the_work_it_replaces(workspace: Workspace, kata: Kata) -> None:
    workspace.lay_out(kata, b"blank", at=AT, fresh=True)
    workspace.solution("twice").write_bytes(b"my work")

    kept = workspace.lay_out(kata, b"blank", at=AT, fresh=True)

    assert kept is not None
    assert kept.read_bytes() == b"my work"
    assert kept.name == "20260504T070000Z-1.py"
    assert workspace.solution("twice").read_bytes() == b"blank"


def test_going_on_leaves_work_and_changed_tests_alone(workspace: Workspace, kata: Kata) -> None:
    workspace.lay_out(kata, b"blank", at=AT, fresh=True)
    workspace.solution("twice").write_bytes(b"my work")
    (workspace.folder("twice") / "test_visible.py").write_text("mine")
    (workspace.folder("twice") / "README.md").unlink()

    workspace.lay_out(kata, b"blank", at=AT, fresh=False)

    assert workspace.solution("twice").read_bytes() == b"my work"
    assert (workspace.folder("twice") / "test_visible.py").read_text() == "mine"
    assert (workspace.folder("twice") / "README.md").exists()


def test_a_deleted_solution_comes_back_blank(workspace: Workspace, kata: Kata) -> None:
    workspace.lay_out(kata, b"blank", at=AT, fresh=True)
    workspace.solution("twice").unlink()

    workspace.lay_out(kata, b"blank", at=AT, fresh=False)

    assert workspace.solution("twice").read_bytes() == b"blank"


def test_a_blank_crux_is_no_work_to_keep(workspace: Workspace, write_kata: Callable[..., Kata]) -> None:
    kata = write_kata(minutes=40, more="crux: {function: base, minutes: 4}")
    blank = blank_crux(kata)
    assert blank is not None
    workspace.lay_out(kata, blank, at=AT, fresh=True)

    assert workspace.lay_out(kata, kata.starter.read_bytes(), at=AT, fresh=True) is None
    assert workspace.kept("twice") == []


def test_attempts_of_one_second_lie_side_by_side(workspace: Workspace) -> None:
    sources = [b"%d" % number for number in range(12)]

    paths = [workspace.keep("twice", source, at=AT) for source in sources]

    assert [path.read_bytes() for path in paths] == sources
    # the tenth comes after the ninth, not after the first
    assert workspace.kept("twice") == paths


@pytest.mark.parametrize("inside", [".", "katas", "a/b"])
def test_a_checkout_is_refused(tmp_path: Path, inside: str) -> None:
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "outline.yaml").touch()

    with pytest.raises(UsageError, match="drill config workspace"):
        Workspace(tmp_path / inside, tmp_path / "attempts")


def test_a_link_into_a_checkout_is_refused(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    (checkout / "questions").mkdir(parents=True)
    (checkout / "questions" / "outline.yaml").touch()
    (tmp_path / "link").symlink_to(checkout)

    with pytest.raises(UsageError):
        Workspace(tmp_path / "link" / "katas", tmp_path / "attempts")


def test_a_file_in_the_way_is_said(tmp_path: Path, kata: Kata) -> None:
    (tmp_path / "katas").write_text("a file")

    with pytest.raises(MissingError, match="can't be written"):
        Workspace(tmp_path / "katas", tmp_path).lay_out(kata, b"", at=AT, fresh=True)


def test_what_is_no_solution_is_refused_in_a_line(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_bytes(b"#" * (1 << 20 | 1))

    for name, says in (("none.py", "no such file"), (".", "a folder"), ("pipe", "plain"), ("large", "bytes")):
        with pytest.raises(UsageError, match=says) as refused:
            read_source(tmp_path / name)
        assert "\n" not in str(refused.value)
