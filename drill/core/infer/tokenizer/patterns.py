"""How text is cut into pieces before BPE, by name: no merge ever crosses the border of two pieces.

Leaves out running the patterns (regex_bpe.py). They need Unicode classes such as \\p{L}, which the standard
library's `re` doesn't have; its \\s also takes the separators U+001C to U+001F, no white space here.
"""

from collections.abc import Mapping
from typing import NamedTuple

from drill.core.errors import InputError

# a run of white space leaves its last character to the word behind it; at the end of the text it stays whole
SPACES = (r"\s+(?!\S)", r"\s+")
# from cl100k on, white space that ends in line breaks is a piece of its own
LINES_AND_SPACES = (r"\s*[\r\n]+", *SPACES)

GPT2_CONTRACTIONS = ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d")
# GPT-2 knows them in lower case only: I'M is cut as I ' M there
ANY_CASE_CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"

# a word may take one sign or space in front of it, but no line break
CL100K_WORD = r"[^\r\n\p{L}\p{N}]?\p{L}+"
CL100K_SIGNS = r" ?[^\s\p{L}\p{N}]+[\r\n]*"

UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
# o200k cuts where lower case turns into upper case, and keeps a contraction with its word
O200K_WORDS = tuple(
    rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}{uppers}{LOWER}{lowers}{ANY_CASE_CONTRACTIONS}?"
    for uppers, lowers in (("*", "+"), ("+", "*"))
)


class Pattern(NamedTuple):
    """A regular expression whose matches, one after another, are the pieces; together they are the text.

    `composes` says that the text is brought to Unicode's form NFC first. Only Qwen2 does; for all others a
    composed and a decomposed é are different text.
    """

    regex: str
    composes: bool = False


def _any_of(*alternatives: str) -> str:
    return "|".join(alternatives)


def _like_cl100k(digits: str) -> str:
    return _any_of(ANY_CASE_CONTRACTIONS, CL100K_WORD, digits, CL100K_SIGNS, *LINES_AND_SPACES)


PATTERNS: Mapping[str, Pattern] = {
    "gpt2": Pattern(_any_of(*GPT2_CONTRACTIONS, r" ?\p{L}+", r" ?\p{N}+", r" ?[^\s\p{L}\p{N}]+", *SPACES)),
    # each digit is cut out first and what lies between goes through GPT-2's: white space before a digit
    # ends a text there, so that it stays whole
    "smollm": Pattern(
        _any_of(r"\p{N}", *GPT2_CONTRACTIONS, r" ?\p{L}+", r" ?[^\s\p{L}\p{N}]+", r"\s+(?=\p{N})", *SPACES)
    ),
    "cl100k_base": Pattern(_like_cl100k(r"\p{N}{1,3}")),
    "llama-bpe": Pattern(_like_cl100k(r"\p{N}{1,3}")),
    "qwen2": Pattern(_like_cl100k(r"\p{N}"), composes=True),
    "o200k_base": Pattern(
        _any_of(*O200K_WORDS, r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", *LINES_AND_SPACES)
    ),
}


def pattern_named(name: str) -> Pattern:
    """Return the pattern of this name; InputError lists the names when there is none."""
    found = PATTERNS.get(name)
    if found is None:
        raise InputError(f"pre-tokenizer {name!r} is unknown: take one of {', '.join(PATTERNS)}")
    return found
