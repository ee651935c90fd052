"""The models at hand by name: those that drill fetched, and files of the learner's own, left where they lie.

Leaves out opening them (summary.py) and fetching (getting.py).
"""

import os
import shutil
import stat
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from drill.errors import ContentError, MissingError, UsageError
from drill.sessions.models.catalog import CATALOG
from drill.sessions.workspace import writing
from drill.study.text import one_line

Origin = Literal["fetched", "added"]
# what `find_model` takes when several are at hand
USUAL = "smollm2"


class Placed(NamedTuple):
    """A model by its name; an added one may have been moved away since."""

    name: str
    path: Path
    origin: Origin

    @property
    def is_gone(self) -> bool:
        """Whether nothing lies at the path."""
        return not self.path.exists()


class _Added(msgspec.Struct):
    models: dict[str, str] = {}
    version: int = 1


class Shelf:
    """`folder/<name>/` holds what was fetched, `folder/added.json` the paths of what was added."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, made when something is put there."""
        self.folder = folder
        self._listing = folder / "added.json"

    def models(self) -> list[Placed]:
        """Return all models by name; ContentError when the list of added ones is damaged."""
        fetched = [Placed(name, self.place(name), "fetched") for name in CATALOG if self.place(name).exists()]
        added = [Placed(name, Path(path), "added") for name, path in self._read().models.items()]
        return sorted([*fetched, *added])

    def named(self, name: str) -> Placed | None:
        """Return the model of this name, if there is one."""
        return next((model for model in self.models() if model.name == name), None)

    def place(self, name: str) -> Path:
        """Return where a model of the catalog lies once it was fetched."""
        return self.folder / name / CATALOG[name].file

    def add(self, name: str, path: Path) -> Placed:
        """Note a file or folder under a name; UsageError when the name is taken or can't be typed."""
        if name[:1] in ("", "-", ".") or not name.isprintable() or "/" in name:
            raise UsageError(f"`{one_line(name)}` can't be a model's name; give another with --name")
        taken = self.named(name)
        if taken or name in CATALOG:
            holder = taken.path if taken else "a model that `drill model get` fetches"
            raise UsageError(f"`{name}` is the name of {holder}; give another with --name")
        self._write({**self._read().models, name: str(path)})
        return Placed(name, path, "added")

    def remove(self, name: str) -> Placed:
        """Delete what was fetched, forget what was added; UsageError for a name that is not there."""
        model = self.named(name)
        if model is None:
            raise UsageError(f"no model `{one_line(name)}`; `drill model list` shows all")
        if model.origin == "fetched":
            with writing(model.path.parent):
                shutil.rmtree(model.path.parent)
        else:
            self._write({key: path for key, path in self._read().models.items() if key != name})
        return model

    def _read(self) -> _Added:
        try:
            return msgspec.json.decode(self._listing.read_bytes(), type=_Added)
        except FileNotFoundError:
            return _Added()
        except (OSError, msgspec.DecodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ContentError(
                f"{self._listing}: can't be read ({reason}); mend or delete it, then add your models again"
            ) from None

    def _write(self, models: dict[str, str]) -> None:
        fresh = self._listing.with_name(".added.json.new")
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            with fresh.open("wb") as file:
                file.write(msgspec.json.encode(_Added(models)))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._listing)


def is_embedder(model: Placed) -> bool:
    """Whether a model is one of the catalog's that turn texts into vectors."""
    return model.origin == "fetched" and CATALOG[model.name].embeds


def find_model(shelf: Shelf, text: str | None) -> Path:
    """Return the path of a model by its name or path; without either the only one that talks, or smollm2.

    MissingError when there is none yet or its file is gone, UsageError for what is neither name nor path.
    """
    model = _only(shelf) if text is None else shelf.named(text)
    if model is None:
        return _by_path(shelf, text or "")
    if model.is_gone:
        raise MissingError(
            f"{model.name}: {model.path} is gone; put it back or `drill model rm {model.name}`"
        )
    return model.path


def _only(shelf: Shelf) -> Placed:
    # an embedding model is never what is meant by default: it answers nothing
    models = [model for model in shelf.models() if not is_embedder(model)]
    if not models:
        raise MissingError(f"no model yet; `drill model get {USUAL}` fetches one")
    if len(models) == 1:
        return models[0]
    usual = shelf.named(USUAL)
    if usual is None:
        names = ", ".join(model.name for model in models)
        raise UsageError(f"there are several models: {names}; name one")
    return usual


def _by_path(shelf: Shelf, text: str) -> Path:
    if text in CATALOG:
        raise MissingError(f"{text} is not here yet; `drill model get {text}` fetches it")
    if not text or not _exists(Path(text)):
        known = ", ".join(model.name for model in shelf.models()) or "none yet"
        raise UsageError(f"`{one_line(text, longest=80)}` is no file, and no model: there are {known}")
    return whole_path(Path(text))


def whole_path(path: Path) -> Path:
    """Return an absolute path to a file or folder; UsageError for what is neither, or can't be shown.

    A link keeps its own name: caches link `model.gguf` to a file that is named after its content.
    """
    if not str(path).isprintable():
        raise UsageError(f"{one_line(str(path))}: a path with control characters can't be used; rename it")
    try:
        whole = path.resolve() if path.name in ("", "..") else path.parent.resolve() / path.name
        mode = whole.stat().st_mode
    except (OSError, RuntimeError) as error:
        # a loop of links is a RuntimeError before Python 3.13
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{path}: can't be read ({reason}); check the path") from None
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise UsageError(f"{path}: neither a file nor a folder; name a model")
    return whole


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        # too long for a path, or in a folder that may not be entered
        return False
