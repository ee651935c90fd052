"""What `drill find --json` prints.

Leaves out the other commands (documents.py): importing them all would take longer than a search.
"""

from collections.abc import Sequence

from msgspec import Struct


class FoundDocument(Struct):
    """One question in FindDocument; `by` says what it was found by: words or meaning."""

    item: str
    topic: str
    kind: str
    prompt: str
    by: str = "words"


class FindDocument(Struct):
    """`drill find --json`."""

    questions: Sequence[FoundDocument]
    version: int = 1


FIND_DOCUMENTS = (FindDocument,)
