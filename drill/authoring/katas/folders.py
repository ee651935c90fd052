"""The two folders of one kata, with the files that its checks read.

Leaves out what stands in them.
"""

from pathlib import Path
from typing import NamedTuple

OPEN_FILES = ("README.md", "exercise.yaml", "starter.py", "test_visible.py")
SPOILERS = ("notes.md", "solution.py", "test_hidden.py")
PROOF = "proof.json"
EQUIVALENT = "equivalent.yaml"


class Folders(NamedTuple):
    """A kata under a content root, by its slug; a slug may lack one of its folders."""

    root: Path
    slug: str

    @property
    def open_folder(self) -> Path:
        """What a learner may open."""
        return self.root / "exercises" / self.slug

    @property
    def spoilers(self) -> Path:
        """What gives the answer away."""
        return self.root / "solutions" / self.slug

    @property
    def exercise(self) -> Path:
        """What drill knows of the kata."""
        return self.open_folder / "exercise.yaml"

    @property
    def starter(self) -> Path:
        """What a learner begins with."""
        return self.open_folder / "starter.py"

    @property
    def visible(self) -> Path:
        """The tests that a learner may read."""
        return self.open_folder / "test_visible.py"

    @property
    def hidden(self) -> Path:
        """The tests that judge."""
        return self.spoilers / "test_hidden.py"

    @property
    def solution(self) -> Path:
        """The reference."""
        return self.spoilers / "solution.py"

    @property
    def equivalent(self) -> Path:
        """The mutants that no test can kill, each with its reason; a kata may have none."""
        return self.spoilers / EQUIVALENT

    @property
    def proof(self) -> Path:
        """What the last whole proof found."""
        return self.spoilers / PROOF

    def right(self) -> list[Path]:
        """Return the solutions that must pass, the reference first."""
        return [self.solution, *sorted(self.spoilers.glob("other/*.py"))]

    def wrong(self) -> list[Path]:
        """Return the solutions that must fail, by name."""
        return sorted(self.spoilers.glob("wrong/*.py"))

    def name(self, path: Path) -> str:
        """Return a path as findings show it: under the root, with `/`."""
        return path.relative_to(self.root).as_posix()


def all_slugs(root: Path) -> list[str]:
    """Return the names of the folders in either tree, sorted."""
    both = (root / "exercises", root / "solutions")
    folders = (path for tree in both for path in tree.glob("*") if path.is_dir())
    return sorted({path.name for path in folders if path.name[0] not in "._"})


def slug_of(path: Path, root: Path) -> str | None:
    """Return the kata that a path on the command line means: its slug, or one of its two folders."""
    if path.name not in all_slugs(root):
        return None
    folders = Folders(root.resolve(), path.name)
    is_folder = path.resolve() in (folders.open_folder, folders.spoilers)
    is_slug = len(path.parts) == 1 and not path.exists()
    return path.name if is_folder or is_slug else None
