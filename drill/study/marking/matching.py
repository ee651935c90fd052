"""Finds the sentence of an answer that says a key point: by hints, the point's own words, or a similarity.

Leaves out scoring (rubric.py). How often it is right: docs/open-answers.md.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from drill.study.marking.folding import words
from drill.study.question import Open, Point

Words = tuple[str, ...]
# sentences, then key points and wrong claims -> [sentence][text], from -1 to 1
Similarity = Callable[[Sequence[str], Sequence[str]], Sequence[Sequence[float]]]
# as measured by tests/benchmarks/matcher.py
CLOSE = 0.55
_GAP = 2  # words that may stand between those of a hint
_BEFORE, _AFTER = 3, 2  # words from a hint in which a denial counts
_OWN = 3  # of a point's own words
_CLAIMED = 0.6  # of a wrong claim's words
_LISTED = re.compile(r"^\s*(?:[-*\u2022]|\d{1,2}[.)])\s+")
# A period after these ends no sentence.
_END = re.compile(r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)(?<!\betc\.)(?<!\bapprox\.)\s+")
_DENIALS = frozenset(
    words(
        "not no never none without nothing neither nor cannot can't couldn't isn't aren't wasn't "
        "weren't don't doesn't didn't won't wouldn't shouldn't hasn't haven't"
    )
)
_COMMON = frozenset(
    words(
        "a an and are as at be but by can do does each for from has have how i if in into is it its "
        "more of on one only or out so than that the their them then there these they this those to "
        "up was we what when which while who with would you your"
    )
)


def suggest(question: Open, text: str, similarity: Similarity | None = None) -> dict[int, int]:
    """Return key point index -> index of the sentence (of `sentences`) that seems to say it.

    With a `similarity`, a point without a hint in the text goes to the sentence most like it.
    """
    told = sentences(text)
    found = _by_words(question, [words(sentence) for sentence in told])
    return {**_by_meaning(question, told, similarity), **found} if similarity and told else found


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, list marks dropped; a line end always ends one."""
    lines = (_LISTED.sub("", line) for line in text.splitlines())
    return tuple(part.strip() for line in lines for part in _END.split(line) if part.strip())


def _by_words(question: Open, told: Sequence[Words]) -> dict[int, int]:
    claims = [frozenset(words(claim)) - _COMMON - _DENIALS for claim in question.wrong_claims]
    own = _own_words(question)
    found: dict[int, int] = {}
    for at, point in enumerate(question.points):
        hits = [0 if _repeats(claims, one) else _hits(point, own[at], one) for one in told]
        if any(hits):
            found[at] = hits.index(max(hits))
    return found


def _by_meaning(question: Open, told: Sequence[str], similarity: Similarity) -> dict[int, int]:
    """Match each point with its nearest sentence, unless a wrong claim is nearer to that sentence."""
    count = len(question.points)
    scores = similarity(told, [*(point.text for point in question.points), *question.wrong_claims])
    found: dict[int, int] = {}
    for at in range(count):
        nearest = max(range(len(told)), key=lambda sentence: scores[sentence][at])
        if scores[nearest][at] >= max([CLOSE, *scores[nearest][count:]]):
            found[at] = nearest
    return found


def _own_words(question: Open) -> list[frozenset[str]]:
    """Return for each point the words that no other point and not the prompt has."""
    points = [frozenset(words(point.text)) - _COMMON - _DENIALS for point in question.points]
    shared = Counter(word for point in points for word in point)
    asked = words(question.prompt)
    return [frozenset(word for word in point if shared[word] == 1 and word not in asked) for point in points]


def _repeats(claims: Sequence[frozenset[str]], sentence: Words) -> bool:
    """Return whether a sentence has most words of a wrong claim: its hints say no key point."""
    return any(claim and len(claim.intersection(sentence)) >= _CLAIMED * len(claim) for claim in claims)


def _hits(point: Point, own: frozenset[str], sentence: Words) -> int:
    """Return how many hints a sentence holds; for a sentence in the point's own words 1."""
    return (
        sum(_holds(sentence, words(hint)) for hint in point.hints) or len(own.intersection(sentence)) >= _OWN
    )


def _holds(sentence: Words, hint: Words) -> bool:
    is_denial = not _DENIALS.isdisjoint(hint)
    return any(is_denial or not _is_denied(sentence, *place) for place in _places(sentence, hint))


def _is_denied(sentence: Words, start: int, end: int) -> bool:
    around = sentence[max(0, start - _BEFORE) : start] + sentence[end : end + _AFTER]
    return not _DENIALS.isdisjoint(around)


def _places(sentence: Words, hint: Words) -> Iterator[tuple[int, int]]:
    """Yield where a hint starts and ends: in a row, run together (`loadtest`), or its words close by."""
    if not hint:
        return
    joined, telling = "".join(hint), frozenset(hint) - _COMMON
    for at in range(len(sentence)):
        for size in range(1, len(hint) + 2):
            if "".join(sentence[at : at + size]) == joined:
                yield at, at + size
        near = sentence[at : at + len(hint) + _GAP]
        if len(telling) > 1 and sentence[at] in telling and telling.issubset(near):
            yield at, at + max(place for place, word in enumerate(near) if word in telling) + 1
