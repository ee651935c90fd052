"""A card from elsewhere on its way to a question: which kind it can honestly become, or why none.

Leaves out where cards come from and one's own bank (content).
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from drill.study.marking import sentences
from drill.study.question import ItemId
from drill.study.text import harmless, storable

# what is longer nobody types word for word
LONGEST_TYPED = 60
# as in an interview answer of drill's own
FEWEST_POINTS, MOST_POINTS = 3, 8
LONGEST_TEXT = 10_000
_HINT_LETTERS = 5
_MOST_HINTS = 4


class Card(NamedTuple):
    """A card: `where` it stood; the answer as typed, and its parts, prompt and explanation in Markdown.

    `item` is a lasting id, None where the prompt alone tells cards apart. `topic` None and `difficulty` None
    say nothing. `lost` tells of what was dropped on the way.
    """

    where: str
    prompt: str
    answer: str
    parts: Sequence[str]
    explanation: str = ""
    topic: str | None = None
    difficulty: int | None = None
    item: ItemId | None = None
    lost: str = ""


class Refused(NamedTuple):
    """A card that becomes no question, and why."""

    where: str
    prompt: str
    why: str


def answer_parts(answer: str) -> tuple[str, ...]:
    """Return what an answer consists of: its lines, where they are few its sentences; list marks go."""
    lines = [" ".join(sentences(line)) for line in answer.splitlines()]
    told = tuple(line for line in lines if line)
    return told if len(told) >= FEWEST_POINTS else sentences(answer)


def hints(part: str) -> tuple[str, ...]:
    """Return the words of a key point that suggest a sentence says it: its longest ones."""
    words = dict.fromkeys(word.casefold() for word in re.findall(r"\w+", part) if len(word) >= _HINT_LETTERS)
    return tuple(sorted(words, key=len, reverse=True)[:_MOST_HINTS])


def clean(text: str) -> str:
    """Return text that a bank can hold and a terminal can show, without blanks around it."""
    return storable(harmless(text.replace("\r\n", "\n").replace("\r", "\n"))).strip()


def refusal(card: Card) -> str:
    """Return why a card becomes no question, an empty text where it does."""
    longest = max(map(len, (card.prompt, card.answer, card.explanation)))
    if longest > LONGEST_TEXT:
        return f"a text of {longest:,} characters"
    for name, text in (("question", card.prompt), ("answer", card.answer)):
        if not text:
            return f"no {name}{f' without its {card.lost}' if card.lost else ''}"
    return "" if is_typed(card) or is_told(card) else _why_no_kind(card)


def is_typed(card: Card) -> bool:
    """Whether an answer is a word or a phrase."""
    return "\n" not in card.answer and len(card.answer) <= LONGEST_TYPED


def is_told(card: Card) -> bool:
    """Whether an answer has as many parts as an interview answer has key points."""
    return FEWEST_POINTS <= len(card.parts) <= MOST_POINTS


def _why_no_kind(card: Card) -> str:
    if len(card.parts) > MOST_POINTS:
        return f"an answer of {len(card.parts)} parts, more than the {MOST_POINTS} of an open question"
    return f"too long to type ({len(card.answer)} characters), too few parts for key points"
