"""BPE inside pieces: a pattern cuts the text, then each piece is merged on its own.

Leaves out special tokens (special.py). This is the clear twin of fast.py, and what encodes where that can't.
What is a letter is for Unicode to say: characters newer than tiktoken's tables may be cut otherwise here.
"""

from collections.abc import Sequence

from drill.core.infer.tokenizer.byte_bpe import merge, rank_by_pair, rank_by_text, single_bytes
from drill.core.infer.tokenizer.cutting import cutter
from drill.core.infer.tokenizer.heap_bpe import merge_long
from drill.core.infer.tokenizer.vocabulary import Vocabulary

# rescanning a short piece costs less than building a heap for it
SHORT = 32


def ids_of_text(vocabulary: Vocabulary) -> dict[bytes, int]:
    """Return the id of each token that stands for ordinary text: special tokens never come out of merging."""
    special = set(vocabulary.specials.values())
    return {
        token: number for number, token in enumerate(vocabulary.tokens) if token and number not in special
    }


class RegexBpe:
    """Ordinary text to ids, by the rules that vocabularies of this kind come with.

    Without `merges` (tiktoken's rank files): a piece that is a token is that token, else pairs merge by the
    rank of what they make. With `merges` (GPT-2, SmolLM2, Qwen2): pairs merge by their place in the list, and
    a piece that is a token which no merges lead to is taken whole only with `whole_pieces` (Llama 3).
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        # no token lies across two pieces
        self._cut = cutter(vocabulary.pattern)
        self._ids = ids_of_text(vocabulary)
        self._takes_whole_pieces = vocabulary.merges is None or vocabulary.whole_pieces
        if vocabulary.merges is None:
            self._rank_of = rank_by_text(vocabulary.ranks)
        else:
            self._rank_of = rank_by_pair(vocabulary.merges)

    def encode_ordinary(self, text: str) -> list[int]:
        """Return the ids of text in which nothing is special."""
        ids: list[int] = []
        for piece in self._cut(text):
            ids.extend(self._encode_piece(piece.encode()))
        return ids

    def _encode_piece(self, piece: bytes) -> Sequence[int]:
        if self._takes_whole_pieces and piece in self._ids:
            return [self._ids[piece]]
        # a vocabulary trained on text may lack bytes that it never met (SmolLM2 lacks 21): like the library
        # that trained it, drop them before merging, as there is no id to give
        parts = [byte for byte in single_bytes(piece) if byte in self._ids]
        merged = merge(parts, self._rank_of) if len(parts) < SHORT else merge_long(parts, self._rank_of)
        return [self._ids[part] for part in merged]
