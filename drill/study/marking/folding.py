"""Folds typed words so that ways of writing the same thing compare equal.

Leaves out meaning: `KV cache`, `kv-cache` and `KVCache` are one form, `-inf` and `inf` are two.
"""

import re
import unicodedata

_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212_", "-"))
_QUOTES = str.maketrans(
    "", "", "\"'`\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u00ab\u00bb\u2032\u2033"
)
# A minus that starts a word is a sign and stays; a gap between two digits keeps two numbers apart.
_GAP = r"(?:\s+|-|\s+-\s+)"
_JOIN = re.compile(rf"(?<=[^\W\d]){_GAP}(?=\w)|(?<=\d){_GAP}(?=[^\W\d])")
_AROUND = re.compile(r"\s*([^\w\s-])\s*")
_WORD = re.compile(r"\w+")
# an ending, and the letters that must be left: `ring` keeps its own
_ENDINGS = (("ation", 4), ("ative", 4), ("ing", 3), ("ed", 3), ("ion", 4), ("ive", 4), ("ly", 4))


def plain(text: str) -> str:
    """Return a text in NFC without case, quotes, other dashes and a final period; gaps stay."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    bare = " ".join(folded.translate(_DASHES).translate(_QUOTES).split())
    return bare.rstrip(". ") or bare


def fold(text: str) -> str:
    """Return the form under which typed answers compare: `plain`, spaces and hyphens in words dropped."""
    bare = plain(text) or text.strip()
    return _JOIN.sub("", _AROUND.sub(r"\1", bare))


def words(text: str) -> tuple[str, ...]:
    """Return the stems of a text's words, hyphens apart: `cached`, `caching` and `caches` are one."""
    return tuple(map(_stem, _WORD.findall(plain(text).replace("-", " "))))


def _stem(word: str) -> str:
    """Return a word less the ending of a plural, a verb or an adverb, a final `e` and a doubled letter."""
    if len(word) <= 3 or word.endswith("ss"):
        return word
    single = f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
    for ending, least in _ENDINGS:
        if single.endswith(ending) and len(single) - len(ending) >= least:
            single = single.removesuffix(ending)
            break
    bare = single.removesuffix("e")
    return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] != "s" else bare
