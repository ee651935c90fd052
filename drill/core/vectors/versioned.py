"""An index that knows which model made its vectors: built beside the old one, checked, swapped at once.

    folder/current.json           {"current": NAME, "previous": NAME or null}
    folder/NAME/manifest.json     what made the vectors
    folder/NAME/index             as `save` writes it

current.json is replaced whole, after all that it names is on the disk: a crash leaves the old index or the
new one. Vectors of two models have no distance to each other, even where both have 384 numbers; so opening
asks for a manifest. Leaves out embedding (core/infer/embedding.py, hashing.py).
"""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp

from drill.core.errors import FileError, InputError
from drill.core.infer.weights.fields import Fields
from drill.core.infer.weights.json_file import read_object
from drill.core.vectors.index import Index
from drill.core.vectors.manifest import Manifest, read_manifest, written_manifest
from drill.core.vectors.opening import load
from drill.core.vectors.self_recall import sample_recall

POINTER, MANIFEST, INDEX, LOCK = "current.json", "manifest.json", "index", "lock"
PREFIX = "version-"


class Versions:
    """The current index of a folder, and the one before."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, made when something is published."""
        self.folder = folder

    def manifest(self) -> Manifest | None:
        """Return what made the current index, None when there is none; FileError when that can't be read."""
        if not self._has_any():
            return None
        return read_manifest(self._place(self._names()[0]) / MANIFEST)

    def open(self, wanted: Manifest) -> Index:
        """Return the current index; FileError when there is none, or its vectors were made in another way."""
        if not self._has_any():
            raise FileError(f"{self.folder}: has no index yet; build one")
        place = self._place(self._names()[0])
        found = read_manifest(place / MANIFEST)
        differences = found.differs_in(wanted)
        if differences:
            raise FileError(
                f"{self.folder}: was built with {found.model}, not with {wanted.model} as asked "
                f"({', '.join(differences)} differ); build the index anew"
            )
        index = load(place / INDEX)
        if index.dimension != found.dimension:
            raise FileError(
                f"{self.folder}: holds {index.dimension} numbers a vector, its manifest says "
                f"{found.dimension}; build the index anew"
            )
        return index

    def publish(
        self, index: Index, manifest: Manifest, *, sample: int = 100, least_recall: float = 0.95
    ) -> float:
        """Make an index the current one and return its recall@10; the one before is kept for `roll_back`.

        Recall is that of the file as it lies on the disk, for `sample` of its own vectors against an exact
        search. InputError when it is below `least_recall` or the manifest has another dimension: the old
        index stays. FileError when nothing can be written.
        """
        if index.dimension != manifest.dimension:
            raise InputError(
                f"the index has {index.dimension} dimensions, its manifest {manifest.dimension}; mend one"
            )
        with self._alone():
            before = self._current()
            fresh = Path(mkdtemp(prefix=PREFIX, dir=self.folder))
            try:
                measured = _stored(fresh, index, manifest, sample)
                if measured < least_recall:
                    raise InputError(
                        f"{self.folder}: the new index finds {measured:.3f} of the nearest, {least_recall} "
                        "is asked for; the old one stays"
                    )
                self._point_to(fresh.name, before)
            except BaseException:
                # what stops the last step may come when the pointer has been replaced already
                if self._current() != fresh.name:
                    shutil.rmtree(fresh, ignore_errors=True)
                raise
            self._sweep({fresh.name, before})
        return measured

    def roll_back(self) -> None:
        """Make the one before the current one; the two change places. FileError when there is none."""
        with self._alone():
            current, previous = self._names()
            if previous is None:
                raise FileError(f"{self.folder}: keeps no index from before; build the one that you want")
            # it must open before anything points to it
            load(self._place(previous) / INDEX)
            self._point_to(previous, current)

    def _has_any(self) -> bool:
        try:
            return (self.folder / POINTER).exists()
        except OSError as error:
            raise FileError(
                f"{self.folder}: can't be read ({error.strerror}); mend who may read it"
            ) from None

    def _current(self) -> str | None:
        """Return the current version's name; None where a pointer is absent or broken and leads to none."""
        with suppress(FileError):
            return self._names()[0]
        return None

    def _names(self) -> tuple[str, str | None]:
        path = self.folder / POINTER
        fields = Fields(read_object(path), str(path))
        current = fields.text("current")
        previous = fields.text("previous") if fields.has("previous") else None
        for name in (current, previous or current):
            # a version lies in the folder, whatever a hostile file says
            if not name.startswith(PREFIX) or Path(name).name != name:
                raise FileError(f"{path}: {name!a} is no version's name; delete the folder and build anew")
        return current, previous

    def _place(self, name: str) -> Path:
        return self.folder / name

    def _point_to(self, current: str, previous: str | None) -> None:
        text = json.dumps({"current": current, "previous": previous})
        fresh = self.folder / f".{POINTER}"
        _write_synced(fresh, text)
        fresh.replace(self.folder / POINTER)
        _sync_folder(self.folder)

    def _sweep(self, kept: set[str | None]) -> None:
        """Remove what nobody points to: versions of long ago, and what a crash left."""
        for path in self.folder.glob(f"{PREFIX}*"):
            if path.name not in kept:
                # where a file is still mapped it can't go yet; the next sweep takes it
                shutil.rmtree(path, ignore_errors=True)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other builders out, and say in one line what the file system refuses."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with (self.folder / LOCK).open("ab") as lock:
                if sys.platform != "win32":
                    import fcntl

                    # given back when the file is closed, by a crash too; Windows has none, and nobody waits
                    fcntl.flock(lock, fcntl.LOCK_EX)
                yield
        except OSError as error:
            raise FileError(
                f"{self.folder}: can't be written ({error.strerror}); choose another place"
            ) from None


def _stored(fresh: Path, index: Index, manifest: Manifest, sample: int) -> float:
    """Write an index and its manifest, and return the recall of what was written."""
    index.save(fresh / INDEX)
    _write_synced(fresh / MANIFEST, written_manifest(manifest))
    _sync_folder(fresh)
    return sample_recall(load(fresh / INDEX), sample)


def _write_synced(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk as well as the files' bytes."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
