"""Which key points an answer seems to say: by the hints, by the meaning where a model is at hand, by a judge.

Leaves out who ticks: suggestions are shown, the learner's own ticks decide. No failure here ends a sitting.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from drill.sessions.answering import Given
from drill.study.marking import Similarity, suggest
from drill.study.question import Open, Question

if TYPE_CHECKING:
    from drill.sessions.judging import Judge


# told a judge's name before it is asked: that may take a minute
Announce = Callable[[str], None]


class Suggestion(NamedTuple):
    """What an answer seems to say.

    `points` holds key point indexes, each with the sentence that says it, None where none is known; `claims`
    wrong claim indexes. `by` names a judge that says so; `problem` says in one line why there is less.
    """

    points: Mapping[int, int | None]
    claims: frozenset[int] = frozenset()
    by: str = ""
    problem: str = ""


def _unheard(_: str) -> None:
    """Show nothing, where nobody waits at a terminal."""


class Suggester:
    """Suggests by the hints alone, unless there is more: an embedding model in a folder, a judge."""

    def __init__(self, *, models: Path | None = None, judge: "Judge | None" = None) -> None:
        """Keep what there is; the model is read when an answer is there to be compared."""
        self.judge = judge
        self._models = models
        self._problem = ""

    def of(self, question: Open, text: str, announce: Announce = _unheard) -> Suggestion:
        """Return what seems to be said; what comes from a judge goes before what the words say."""
        by_words = Suggestion(suggest(question, text, self._similarity if text.strip() else None))
        problem, self._problem = self._problem, ""
        if self.judge is None or self.judge.is_off or not text.strip():
            return by_words._replace(problem=problem)
        return self.judge.judged(question, text, by_words, announce)

    @cached_property
    def _similarity(self) -> Similarity | None:
        from drill.sessions.models.catalog import MINILM
        from drill.sessions.models.shelf import Shelf

        folder = None if self._models is None else Shelf(self._models).place(MINILM.name)
        if folder is None or not folder.exists():
            return None
        from drill.core.errors import FileError
        from drill.core.infer.embedding import open_embedder

        try:
            embedder = open_embedder(folder)
        except FileError as error:
            self._problem = str(error)
            return None

        def similarity(sentences: Sequence[str], texts: Sequence[str]) -> Sequence[Sequence[float]]:
            vectors = embedder.embed([*sentences, *texts]).vectors
            table: list[list[float]] = (vectors[: len(sentences)] @ vectors[len(sentences) :].T).tolist()
            return table

        return similarity


def suggested(question: Question, given: Given, suggester: Suggester) -> tuple[Given, str]:
    """Return what was given with the ticks that are suggested, where nobody ticks; and what went wrong."""
    if not isinstance(question, Open) or not given.text.strip():
        return given, ""
    found = suggester.of(question, given.text)
    problem = f"{found.problem}; marked without it" if found.problem else ""
    return given._replace(ticks=tuple(found.points), claims=tuple(sorted(found.claims))), problem
