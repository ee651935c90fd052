"""The katas that come with drill: their folders, and exercise.yaml as a value.

Leaves out judging (grader) and the learner's copies (sessions).
"""

from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import NamedTuple

from drill.content.cache import Shelf
from drill.content.files import read_text
from drill.content.locate import content_root
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


def load_exercises(cache: Path, root: Path | None = None) -> dict[str, Exercise]:
    """Return what exercise.yaml says of each kata, by slug, through a folder of compiled files."""
    root, shelf = root or content_root(), Shelf(cache, ".kata")
    return {slug: _exercise(root / "exercises" / slug / "exercise.yaml", shelf) for slug in kata_slugs(root)}


def load_kata(slug: str, root: Path | None = None, *, cache: Path | None = None) -> Kata:
    """Return a kata; UsageError with the nearest slugs when there is none, ContentError for a fault in it."""
    root = root or content_root()
    slugs = kata_slugs(root)
    if slug not in slugs:
        near = get_close_matches(slug, slugs, n=3, cutoff=0.4) or slugs
        raise UsageError(f"no kata `{slug}`; did you mean {', '.join(near) or 'none'}?")
    return read_kata(root / "exercises" / slug, root / "solutions" / slug, cache=cache)


def read_kata(open_folder: Path, spoilers: Path, *, cache: Path | None = None) -> Kata:
    """Return the kata of two folders; ContentError for a fault in exercise.yaml or a missing file."""
    path = open_folder / "exercise.yaml"
    exercise = _read_exercise(path) if cache is None else _exercise(path, Shelf(cache, ".kata"))
    kata = Kata(open_folder.name, exercise, open_folder, spoilers)
    for needed in (kata.starter, open_folder / "README.md", kata.hidden_tests, kata.solution, kata.notes):
        if not needed.is_file():
            raise ContentError(f"{needed}:1: missing; every kata has one")
    return kata


def _exercise(path: Path, shelf: Shelf) -> Exercise:
    return shelf.get(path, Exercise, partial(_read_exercise, path))


def _read_exercise(path: Path) -> Exercise:
    # only here: a compiled exercise needs no yaml
    from drill.content.yamltext import compose, convert

    return convert(compose(read_text(path), str(path)), Exercise)
