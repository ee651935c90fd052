"""WordPiece: each word from the left, the longest piece that the vocabulary has; [CLS] before, [SEP] behind.

Leaves out files (from_wordpiece.py) and pairs of texts. What a text says is never a control token: "[SEP]"
in it is a bracket, a word and a bracket.
"""

from collections.abc import Mapping
from typing import NamedTuple

from drill.core.infer.tokenizer.bert_words import Cleaning, Words

CONTINUES = "##"
UNKNOWN, OPENS, CLOSES = "[UNK]", "[CLS]", "[SEP]"
# a longer word is no word of any vocabulary, and would be tried in every way
LONGEST_WORD = 100


class Pieces(NamedTuple):
    """A text's ids, with [CLS] and [SEP], and how many pieces were cut off its end to fit."""

    ids: list[int]
    cut: int


class WordPiece:
    """One vocabulary at work: text of each piece -> id, with [UNK], [CLS] and [SEP] in it."""

    def __init__(self, vocabulary: Mapping[str, int], cleaning: Cleaning) -> None:
        """Take a vocabulary as from_wordpiece.py checked it."""
        self._ids = vocabulary
        self._words = Words(cleaning)
        self._longest = max(map(len, vocabulary))
        self._known: dict[str, list[int]] = {}

    def encode(self, text: str, longest: int) -> Pieces:
        """Return at most `longest` ids, which is two or more."""
        pieces = self.pieces(text)
        kept = pieces[: longest - 2]
        return Pieces([self._ids[OPENS], *kept, self._ids[CLOSES]], len(pieces) - len(kept))

    def pieces(self, text: str) -> list[int]:
        """Return the ids of the text alone."""
        return [number for word in self._words(text) for number in self._cut(word)]

    def _cut(self, word: str) -> list[int]:
        if word not in self._known:
            self._known[word] = self._greedy(word)
        return self._known[word]

    def _greedy(self, word: str) -> list[int]:
        unknown = [self._ids[UNKNOWN]]
        if len(word) > LONGEST_WORD:
            return unknown
        found, start = [], 0
        while start < len(word):
            end = self._end(word, start)
            if end == start:
                # one gap, and the whole word is unknown
                return unknown
            found.append(self._ids[_piece(word, start, end)])
            start = end
        return found

    def _end(self, word: str, start: int) -> int:
        """Return where the longest piece that begins at `start` ends; `start` itself if there is none."""
        end = min(len(word), start + self._longest)
        while end > start and _piece(word, start, end) not in self._ids:
            end -= 1
        return end


def _piece(word: str, start: int, end: int) -> str:
    return word[start:end] if start == 0 else CONTINUES + word[start:end]
