"""The outline that questions ask after, and the works that they cite, as values.

Leaves out reading them (content).
"""

from msgspec import Struct

from drill.study.question import Topic


class OutlineLine(Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the seed under its lasting key."""

    key: str
    topic: Topic
    text: str


class SourceNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A work that questions cite."""

    title: str
    by: str
    year: int
    where: str = ""
