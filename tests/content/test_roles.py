"""Roles by name and from files: what is read, and what a fault is called."""

from pathlib import Path

import pytest

from drill.content.roles import role_of
from drill.errors import ContentError, UsageError
from drill.study.question import Topic
from drill.study.roles import ROLES, TOPICS, Role

KNOWN = [Topic("kv-cache"), Topic("sampling")]


@pytest.mark.parametrize("name", ROLES)
def test_a_role_by_name(name: str) -> None:
    role = role_of(name, TOPICS)
    assert role == ROLES[name]
    assert set(role.topics) <= set(TOPICS)


def test_a_role_of_an_earlier_drill() -> None:
    assert role_of("platform-engineer", KNOWN) == ROLES["ml-infra"]


@pytest.mark.parametrize("name", ["boss", "", "role.txt", "\x1b[31m"])
def test_no_such_role(name: str) -> None:
    with pytest.raises(UsageError, match=r"^no role `[^\x1b]*`; there are ai-engineer, .*mine\.yaml$"):
        role_of(name, KNOWN)


@pytest.mark.parametrize("ending", ["yaml", "yml"])
def test_a_file_of_ones_own(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"mine.{ending}"
    path.write_text('name: "GPU\\tperson"\ntopics:\n- sampling\n- kv-cache\n- sampling\n')
    assert role_of(str(path), KNOWN) == Role("GPU person", (Topic("sampling"), Topic("kv-cache")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name: me\ntopics: [sampling, kv-cashe]", ":2: no topic `kv-cashe`; did you mean `kv-cache`?"),
        ("name: me\ntopics:\n- sampling\n- tea", ":4: no topic `tea`; there are kv-cache, sampling"),
        ("name: me\ntopics: []", ":2: `topics` needs at least one topic"),
        ("name: me", ":1: missing `topics`; add it"),
        ("topics: [sampling]", ":1: missing `name`; add it"),
        ("name: ' '\ntopics: [sampling]", ":1: `name` must say what the role is called"),
        ("name: me\ntopics: sampling", ":2: `topics` must be a list, not `sampling`"),
        ("name: me\ntopic: [sampling]", ":2: unknown field `topic`; did you mean `topics`?"),
        ("name: me\ntopics: [sampling]\nminutes: 9", ":3: unknown field `minutes`; delete it"),
        ("", ":1: the file is empty; fill it or delete it"),
        ("name: [me", ":1: "),
        ("name: &a me\ntopics: [*a]", ":1: anchor `&a`"),
    ],
)
def test_a_fault_in_a_file(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(ContentError) as caught:
        role_of(str(path), KNOWN)
    message = str(caught.value)
    assert message.startswith(f"{path}{said}")
    assert "\n" not in message


def test_no_file_and_a_directory(tmp_path: Path) -> None:
    folder = tmp_path / "folder.yaml"
    folder.mkdir()
    for path in (tmp_path / "none.yaml", folder):
        with pytest.raises(ContentError, match=f"^{path}: "):
            role_of(str(path), KNOWN)
