"""One fault of a content file, as a value: where it is and how to mend it.

Leaves out who shows it: a check lists all, a session sets the question aside, a command stops.
"""

from typing import NamedTuple

from drill.errors import ContentError


class Problem(NamedTuple):
    """`place` is `file:line` (or the file alone); `message` says what is wrong and the mend."""

    place: str
    message: str

    @classmethod
    def of(cls, error: ContentError) -> "Problem":
        """Return an error about a file, `place: message`, as a problem."""
        place, _, message = str(error).partition(": ")
        return cls(place, message)

    def __str__(self) -> str:
        """Return the line that a person reads."""
        return f"{self.place}: {self.message}"
