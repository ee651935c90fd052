"""Print how often suggested key points are right, on the labelled answers of tests/questions/answers.

Precision is the share of suggested points that the text says, recall the share of points said that are
suggested. Leaves out wrong claims: nothing suggests them. docs/open-answers.md keeps the table.
Run: python tests/benchmarks/matcher.py [--model FOLDER], one of sentence-transformers: all-MiniLM-L6-v2
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml
from msgspec import Struct, convert

from drill.content.banks import load_bank
from drill.study.marking import Similarity, suggest
from drill.study.question import Open

ROOT = Path(__file__).resolve().parents[2]
ANSWERS = ROOT / "tests" / "questions" / "answers"
NOT_BANKS = {"outline", "sources"}
# the hints were mended after these had been written; the others were written by the points alone
TRIED_ON = ("good", "middling", "wrong")
HEAD = """| answers | texts | points said | suggested | right | precision | recall |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""


class Answer(Struct, forbid_unknown_fields=True):
    """A text with the numbers, from 1, of the key points and wrong claims that it holds."""

    name: str
    points: list[int]
    claims: list[int]
    text: str

    @property
    def is_blind(self) -> bool:
        """Whether it was written without a look at the hints, which are as they were."""
        return self.name not in TRIED_ON


class Answers(Struct, forbid_unknown_fields=True):
    """One file: good, middling and wrong, then the blind ones."""

    question: str
    answers: list[Answer]


class Score(NamedTuple):
    """Key points counted over some answers."""

    answers: int = 0
    said: int = 0
    suggested: int = 0
    right: int = 0

    @property
    def precision(self) -> float:
        """Share of the suggested points that are said."""
        return self.right / self.suggested if self.suggested else 1.0

    @property
    def recall(self) -> float:
        """Share of the points said that are suggested."""
        return self.right / self.said if self.said else 1.0


Judged = tuple[Answer, Score]


def read_answers(path: Path) -> Answers:
    """Return one file of labelled answers."""
    return convert(yaml.safe_load(path.read_text(encoding="utf-8")), Answers)


def judged(opens: dict[str, Open], similarity: Similarity | None = None) -> Iterator[Judged]:
    """Yield each labelled answer with its own score."""
    for path in sorted(ANSWERS.glob("*.yaml")):
        told = read_answers(path)
        for one in told.answers:
            found = {at + 1 for at in suggest(opens[told.question], one.text, similarity)}
            yield one, Score(1, len(one.points), len(found), len(found & set(one.points)))


def total(some: Iterable[Judged]) -> Score:
    """Return one score for some answers."""
    return Score(*map(sum, zip(*(score for _, score in some), strict=True)))


def groups(each: Sequence[Judged]) -> dict[str, Score]:
    """Return the score of all, of the blind ones, and of the others by name."""
    named = {name: [pair for pair in each if pair[0].name == name] for name in TRIED_ON}
    blind = [pair for pair in each if pair[0].is_blind]
    confused = [pair for pair in blind if pair[0].name == "confused"]
    return {
        name: total(some)
        for name, some in {"all": each, "blind": blind, "blind, confused": confused, **named}.items()
    }


def _opens() -> dict[str, Open]:
    paths = [path for path in (ROOT / "questions").glob("*.yaml") if path.stem not in NOT_BANKS]
    located = [one for path in paths for one in load_bank(path, path.name).questions]
    return {one.question.id: one.question for one in located if isinstance(one.question, Open)}


def _similarity(folder: Path) -> Similarity:
    from drill.core.infer.embedding import open_embedder

    embedder = open_embedder(folder)

    def similarity(texts: Sequence[str], points: Sequence[str]) -> Sequence[Sequence[float]]:
        vectors = embedder.embed([*texts, *points]).vectors
        table: list[list[float]] = (vectors[: len(texts)] @ vectors[len(texts) :].T).tolist()
        return table

    return similarity


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", type=Path)
    folder = parser.parse_args().model
    each = list(judged(_opens(), _similarity(folder) if folder else None))
    lines = [HEAD]
    for name, score in groups(each).items():
        counts = " | ".join(map(str, score))
        recall = f"{score.recall:.2f}" if score.said else "-"
        lines.append(f"| {name} | {counts} | {score.precision:.2f} | {recall} |\n")
    sys.stdout.write("".join(lines))


if __name__ == "__main__":
    main()
