"""What an engineer of a role is asked about first; the other topics follow in the order of the seed.

Leaves out roles in files of one's own (content/roles.py).
"""

from typing import NamedTuple

from drill.study.question import Topic

TOPICS = tuple(
    map(
        Topic,
        (
            "tokens",
            "forward-pass",
            "prefill-decode",
            "kv-cache",
            "serving",
            "sampling",
            "structured-output",
            "vector-search",
            "context-windows",
        ),
    )
)
_AI_ENGINEER = ("tokens", "structured-output", "vector-search", "context-windows", "kv-cache")
_INFERENCE_ENGINEER = ("kv-cache", "serving", "prefill-decode", "forward-pass", "sampling")
_ML_INFRA = ("serving", "prefill-decode", "kv-cache", "context-windows", "tokens")


class Role(NamedTuple):
    """A role and the topics it is asked about, the most important first."""

    name: str
    topics: tuple[Topic, ...]


def _role(name: str, topics: tuple[str, ...]) -> Role:
    return Role(name, tuple(map(Topic, topics)))


ROLES = {
    role.name: role
    for role in (
        _role("ai-engineer", _AI_ENGINEER),
        _role("inference-engineer", _INFERENCE_ENGINEER),
        _role("ml-infra", _ML_INFRA),
    )
}
# what journals of an earlier drill call them
FORMER_NAMES = {"platform-engineer": "ml-infra"}
