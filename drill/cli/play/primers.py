"""Pages that lead on from a question: its topic's primer, a related question.

Leaves out what is related: the bank says it.
"""

from pathlib import Path
from random import Random

from rich.console import RenderableType
from rich.text import Text

from drill.content.locate import primer_topics
from drill.content.primers import load_primer
from drill.sessions.quiz import Quiz, Turn
from drill.study.example import example_words
from drill.study.question import ItemId
from drill.ui.prose import Texts, blocks_view


def primer_page(topic: str, cache: Path) -> list[RenderableType]:
    """Return a topic's primer as a page; empty for a topic without one (one's own may have none)."""
    if topic not in primer_topics():
        return []
    primer = load_primer(topic, cache)
    return [Text(primer.title, style="head"), Text(), *blocks_view(primer.blocks)]


def related_page(quiz: Quiz, turn: Turn, rng: Random) -> tuple[ItemId | None, list[RenderableType]]:
    """Return the first related question that a bank still has, and its page, without the answer.

    `rng` draws the numbers that stand there; once it is asked it has others.
    """
    for target in turn.compiled.question.related:
        kind, _, item = target.partition(":")
        if kind == "question" and quiz.desk.library.row(item) is not None:
            compiled = quiz.desk.library.compiled(item)
            texts = Texts(compiled.prose, example_words(compiled.question, rng))
            head = Text(f"{compiled.question.topic} · related", style="accent")
            return ItemId(item), [head, Text(), *texts.blocks(compiled.question.prompt)]
    return None, []
