"""A text to the words that WordPiece cuts further: cleaned, lowered, split at spaces and punctuation.

Leaves out the vocabulary (wordpiece.py). Character classes are Python's; a library with older tables takes
letters that are new to it for nothing.
"""

from collections.abc import Callable
from typing import NamedTuple
from unicodedata import category, normalize

from drill.core.infer.tokenizer.cutting import well_formed

# Unicode's White_Space; str.isspace has four separators more, which are control characters to BERT
SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
ASCII_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
# first and last of each block of Chinese characters; Japanese and Korean letters are words with spaces
IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class Cleaning(NamedTuple):
    """What a vocabulary wants done to a text; accents go where letters are lowered, unless said otherwise."""

    lower: bool = True
    strip_accents: bool | None = None
    cleans: bool = True
    spaces_ideographs: bool = True

    @property
    def strips(self) -> bool:
        """Whether accents go."""
        return self.lower if self.strip_accents is None else self.strip_accents


class _Signs(dict[int, str]):
    """A table for str.translate that is filled as characters turn up."""

    def __init__(self, become: Callable[[str], str]) -> None:
        super().__init__()
        self._become = become

    def __missing__(self, code: int) -> str:
        self[code] = found = self._become(chr(code))
        return found


class Words:
    """Cuts texts by one cleaning; source: the tokenizer of BERT's release, Devlin et al. 2018."""

    def __init__(self, cleaning: Cleaning) -> None:
        """Keep what is known of characters from text to text."""
        self._cleaning = cleaning
        self._cleaned = _Signs(self._clean)
        self._lowered = _Signs(str.lower)
        self._bare = _Signs(lambda sign: "" if category(sign) == "Mn" else sign)
        self._apart = _Signs(_set_apart)

    def __call__(self, text: str) -> list[str]:
        """Return the words, each punctuation mark a word of its own."""
        text = well_formed(text).translate(self._cleaned)
        if self._cleaning.strips:
            text = normalize("NFD", text).translate(self._bare)
        if self._cleaning.lower:
            # letter by letter: str.lower of a whole word ends it in another sigma
            text = text.translate(self._lowered)
        return [word for word in text.translate(self._apart).split(" ") if word]

    def _clean(self, sign: str) -> str:
        if self._cleaning.cleans and (sign in "\0\ufffd" or _is_control(sign)):
            return ""
        if self._cleaning.cleans and sign in SPACES:
            return " "
        return f" {sign} " if self._cleaning.spaces_ideographs and _is_ideograph(sign) else sign


def _set_apart(sign: str) -> str:
    if sign in SPACES:
        return " "
    return f" {sign} " if sign in ASCII_PUNCTUATION or category(sign).startswith("P") else sign


def _is_control(sign: str) -> bool:
    return sign not in "\t\n\r" and category(sign) in ("Cc", "Cf", "Co")


def _is_ideograph(sign: str) -> bool:
    return any(first <= ord(sign) <= last for first, last in IDEOGRAPHS)
