"""The tokenizer that the rest of the core uses: text to ids with special tokens, ids to bytes and text.

Leaves out how merging works (byte_bpe.py and up), chat templates (chat.py) and streams (streaming.py).
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from drill.core.errors import InputError
from drill.core.infer.tokenizer.cutting import well_formed
from drill.core.infer.tokenizer.fast import encoder
from drill.core.infer.tokenizer.special import Allowed, Others, Specials
from drill.core.infer.tokenizer.vocabulary import Vocabulary


class Tokenizer:
    """One vocabulary at work; `vocabulary` is what it was built from.

    `size` counts the ids, those that stand for no text among them. `bos` and `eos` are None when the
    vocabulary names none.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.size = len(vocabulary.tokens)
        self.bos = vocabulary.bos
        self.eos = vocabulary.eos
        self.specials = Specials(vocabulary.specials)
        self._encode_ordinary = encoder(vocabulary)

    def encode(self, text: str, *, allowed_special: Allowed = (), others: Others = "refuse") -> list[int]:
        """Return the ids of a text; no BOS is added.

        InputError when the text holds a special token that isn't allowed, so that no text turns into control
        tokens unseen; with others="plain" it is encoded like any other text.
        """
        ids: list[int] = []
        for part in self.specials.split(well_formed(text), allowed=allowed_special, others=others):
            if isinstance(part, int):
                ids.append(part)
            else:
                ids.extend(self._encode_ordinary(part))
        return ids

    def encode_ordinary(self, text: str) -> list[int]:
        """Return the ids of text in which nothing is special: never a control token, never an error."""
        return self._encode_ordinary(text)

    def encode_prompt(self, text: str) -> list[int]:
        """Return the ids of ordinary text that a model goes on from: with BOS where the model expects it."""
        opening = [self.bos] if self.vocabulary.adds_bos and self.bos is not None else []
        return [*opening, *self.encode_ordinary(text)]

    def token(self, number: int) -> bytes:
        """Return the bytes of one id, those of its name if it is special; InputError outside the ids."""
        if not 0 <= number < self.size:
            raise InputError(f"token id {number} is not in the vocabulary: ids go from 0 to {self.size - 1}")
        return self.vocabulary.tokens[number]

    def token_text(self, number: int) -> str:
        """Return one id as text to look at: bytes that are no character by themselves show as U+FFFD."""
        return self.token(number).decode(errors="replace")

    def special(self, text: str) -> int:
        """Return the id of a special token; InputError when the vocabulary has none of this name."""
        number = self.vocabulary.specials.get(text)
        if number is None:
            raise InputError(
                f"the vocabulary has no special token {text!r}: this model wants another template"
            )
        return number

    def real(self, rows: int) -> NDArray[np.bool_] | None:
        """Return which of a model's `rows` of logits are of a token, [rows]; None when all are.

        The others pad the table to a round size: ids beyond the vocabulary, or in it without text.
        """
        mask = np.zeros(rows, bool)
        mask[: self.size] = [len(token) > 0 for token in self.vocabulary.tokens]
        return None if mask.all() else mask

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """Return the bytes of ids; only those of a whole text are sure to be UTF-8."""
        return b"".join(map(self.token, ids))

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of ids, with U+FFFD for bytes that are no character."""
        return self.decode_bytes(ids).decode(errors="replace")
