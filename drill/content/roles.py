"""A role by its name, or from a file of one's own.

Leaves out what a role is for (study/roles.py, sessions/mocks/plan.py).
"""

from collections.abc import Collection
from pathlib import Path

from msgspec import Struct

from drill.content.validation import did_you_mean
from drill.content.yamltext import Tree, compose, convert, read_text
from drill.errors import ContentError, UsageError
from drill.study.question import Topic
from drill.study.roles import FORMER_NAMES, ROLES, Role
from drill.study.text import one_line

_ENDINGS = (".yaml", ".yml")


class RoleFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A role in YAML: its name, and its topics from the most important on."""

    name: str
    topics: tuple[Topic, ...]

    def __post_init__(self) -> None:
        """Refuse a role without a name or topics."""
        if not self.name.strip():
            raise ValueError("`name` must say what the role is called")
        if not self.topics:
            raise ValueError("`topics` needs at least one topic")


def role_of(text: str, known: Collection[Topic]) -> Role:
    """Return a role by its name or from a FILE.yaml; its topics must be among those `known`.

    UsageError for a name that there is not, ContentError for a fault in a file.
    """
    role = ROLES.get(FORMER_NAMES.get(text, text))
    if role is not None:
        return role
    if not text.endswith(_ENDINGS):
        raise UsageError(
            f"no role `{one_line(text)}`; there are {', '.join(ROLES)}, or a file such as mine.yaml"
        )
    return _read(Path(text), known)


def _read(path: Path, known: Collection[Topic]) -> Role:
    tree = compose(read_text(path), str(path))
    file = convert(tree, RoleFile)
    for place, topic in enumerate(file.topics):
        _check_topic(tree, place, topic, known)
    return Role(one_line(file.name), tuple(dict.fromkeys(file.topics)))


def _check_topic(tree: Tree, place: int, topic: Topic, known: Collection[Topic]) -> None:
    if topic not in known:
        near = did_you_mean(topic, known) or f"; there are {', '.join(sorted(known))}"
        raise ContentError(f"{tree.place(('topics', place))}: no topic `{one_line(topic)}`{near}")
