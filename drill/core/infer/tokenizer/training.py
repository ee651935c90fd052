"""A vocabulary learned from a text: cut it by a pattern, learn merges, number the tokens.

Leaves out the learning itself (trainer.py).
"""

from collections import Counter
from collections.abc import Sequence

from drill.core.errors import InputError
from drill.core.infer.tokenizer.cutting import cutter
from drill.core.infer.tokenizer.naive_trainer import FIRST_NEW, Pair
from drill.core.infer.tokenizer.trainer import train
from drill.core.infer.tokenizer.vocabulary import Vocabulary


def learn_vocabulary(
    text: str, *, size: int, pattern: str = "gpt2", special: Sequence[str] = ()
) -> Vocabulary:
    """Return a vocabulary of at most `size` ids: the bytes, what the text's merges make, then special tokens.

    InputError when `size` has no room for the bytes and the special tokens.
    """
    merges = size - FIRST_NEW - len(special)
    if merges < 0:
        raise InputError(
            f"{size} ids are too few: the bytes and special tokens take {FIRST_NEW + len(special)}"
        )
    return vocabulary_of(train(cut(text, pattern), merges=merges), pattern=pattern, special=special)


def cut(text: str, pattern: str) -> Counter[bytes]:
    """Count the pieces of a text, cut as an encoder cuts it."""
    return Counter(piece.encode() for piece in cutter(pattern)(text))


def vocabulary_of(merges: Sequence[Pair], *, pattern: str, special: Sequence[str] = ()) -> Vocabulary:
    """Return the vocabulary of merges as a trainer learned them."""
    tokens = [bytes([value]) for value in range(FIRST_NEW)]
    for left, right in merges:
        tokens.append(tokens[left] + tokens[right])
    names = {text: len(tokens) + place for place, text in enumerate(special)}
    return Vocabulary(
        tokens=[*tokens, *(text.encode() for text in special)],
        ranks={token: number for number, token in enumerate(tokens)},
        specials=names,
        pattern=pattern,
        merges=[(tokens[left], tokens[right]) for left, right in merges],
    )
