"""The banks as one library, opened through a cache of compiled files keyed by their content.

Leaves out YAML and Markdown: they are imported only when a file must be compiled.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from drill.content.cache import Shelf
from drill.content.compiled import BankFile, Compiled, CompiledBank, Origin, Row
from drill.content.files import read_bytes
from drill.content.problem import Problem
from drill.errors import ContentError

__all__ = ["BankFile", "Compiled", "Library", "Problem", "Row", "open_library"]

_ORDER: tuple[Origin, ...] = ("shipped", "own", "added")


class _Volume(NamedTuple):
    file: BankFile
    bank: CompiledBank


class _Fault(NamedTuple):
    origin: Origin
    problem: Problem


class Library:
    """Rows of all questions, and each question on demand; `problems` names those set aside."""

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]

    def __init__(self, volumes: Iterable[_Volume], faults: Iterable[_Fault] = ()) -> None:
        """Join volumes; the first to give an id keeps it. ContentError for a fault of a shipped bank."""
        self._places: dict[str, tuple[_Volume, int]] = {}
        found = list(faults)
        for volume in volumes:
            found += [_Fault(volume.file.origin, problem) for problem in volume.bank.problems]
            found += [_Fault(volume.file.origin, problem) for problem in self._take(volume)]
        for fault in found:
            if fault.origin == "shipped":
                raise ContentError(f"{fault.problem.place}: {fault.problem.message}")
        self.rows = tuple([volume.bank.rows[index] for volume, index in self._places.values()])
        self.problems = tuple(fault.problem for fault in found)

    def row(self, item: str) -> Row | None:
        """Return the row of an id, or None when no bank has it (any more)."""
        place = self._places.get(item)
        return place[0].bank.rows[place[1]] if place else None

    def is_own(self, item: str) -> bool:
        """Return whether an id stands in one's own bank."""
        place = self._places.get(item)
        return place is not None and place[0].file.origin == "own"

    def compiled(self, item: str) -> Compiled:
        """Return a question with its texts laid out; KeyError when no bank has the id."""
        volume, index = self._places[item]
        try:
            return volume.bank.compiled(index)
        except msgspec.DecodeError:
            return _compile(volume.file).compiled(index)

    def _take(self, volume: _Volume) -> list[Problem]:
        doubled = []
        for index, row in enumerate(volume.bank.rows):
            place = (volume, index)
            if self._places.setdefault(row.id, place) is not place:
                doubled.append(self._taken(row, volume.file))
        return doubled

    def _taken(self, row: Row, file: BankFile) -> Problem:
        holder, index = self._places[row.id]
        first = f"{holder.file.path}:{holder.bank.rows[index].line}"
        return Problem(f"{file.path}:{row.line}", f"id `{row.id}` is taken by {first}; give it its own")


def open_library(banks: Sequence[BankFile], cache: Path) -> Library:
    """Open the banks: shipped first, then one's own, then added, each in the order given.

    Raises ContentError for any fault of a shipped bank; a fault of another bank is one of `problems`. A
    cache that can't be read or written costs time only.
    """
    volumes, faults = [], []
    shelf = Shelf(cache, ".bank")
    for file in sorted(banks, key=lambda bank: _ORDER.index(bank.origin)):
        try:
            bank = shelf.get(file.path, CompiledBank, partial(_compile, file))
            volumes.append(_Volume(file, bank))
        except ContentError as error:
            faults.append(_Fault(file.origin, Problem.of(error)))
    shelf.tidy()
    return Library(volumes, faults)


def _compile(file: BankFile) -> CompiledBank:
    from drill.content.compiling import compile_bank

    return compile_bank(read_bytes(file.path), str(file.path))
