"""The katas that come with drill: their folders, and exercise.yaml as a value.

Leaves out judging (grader) and the learner's copies (sessions).
"""

from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from drill.content.locate import content_root
from drill.content.yamltext import compose, convert, read_text
from drill.errors import ContentError, UsageError
from drill.study.kata import Exercise


class Kata(NamedTuple):
    """One kata: its slug, what exercise.yaml says, what a learner may open, and the spoilers."""

    slug: str
    exercise: Exercise
    open_folder: Path
    spoilers: Path

    @property
    def hidden_tests(self) -> Path:
        """The tests that judge."""
        return self.spoilers / "test_hidden.py"

    @property
    def starter(self) -> Path:
        """The file that a learner begins with."""
        return self.open_folder / "starter.py"

    @property
    def solution(self) -> Path:
        """The reference."""
        return self.spoilers / "solution.py"

    @property
    def notes(self) -> Path:
        """Why it is so, and what an interviewer asks next."""
        return self.spoilers / "notes.md"


def kata_slugs(root: Path | None = None) -> list[str]:
    """Return the slugs of all katas, by name."""
    return sorted(path.parent.name for path in (root or content_root()).glob("exercises/*/exercise.yaml"))


def load_kata(slug: str, root: Path | None = None) -> Kata:
    """Return a kata; UsageError with the nearest slugs when there is none, ContentError for a fault in it."""
    root = root or content_root()
    slugs = kata_slugs(root)
    if slug not in slugs:
        near = get_close_matches(slug, slugs, n=3, cutoff=0.4) or slugs
        raise UsageError(f"no kata `{slug}`; did you mean {', '.join(near) or 'none'}?")
    return read_kata(root / "exercises" / slug, root / "solutions" / slug)


def read_kata(open_folder: Path, spoilers: Path) -> Kata:
    """Return the kata of two folders; ContentError for a fault in exercise.yaml or a missing file."""
    path = open_folder / "exercise.yaml"
    exercise = convert(compose(read_text(path), str(path)), Exercise)
    kata = Kata(open_folder.name, exercise, open_folder, spoilers)
    for needed in (kata.starter, open_folder / "README.md", kata.hidden_tests, kata.solution, kata.notes):
        if not needed.is_file():
            raise ContentError(f"{needed}:1: missing; every kata has one")
    return kata
