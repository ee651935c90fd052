"""A text to its pieces: made well-formed, composed where the pattern wants it, and cut.

The trainer and every encoder prepare a text here, so that a vocabulary is used on what it was learned from.
Leaves out the patterns (patterns.py).
"""

from collections.abc import Callable
from unicodedata import normalize

from drill.core.infer.tokenizer.patterns import Pattern, pattern_named


def well_formed(text: str) -> str:
    """Return text that UTF-8 can hold: halves of a surrogate pair are joined, a lone one becomes U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def prepared(text: str, pattern: Pattern) -> str:
    """Return the text that is cut: well-formed, and in form NFC if the pattern composes."""
    return normalize("NFC", well_formed(text)) if pattern.composes else well_formed(text)


def cutter(name: str) -> Callable[[str], list[str]]:
    """Return the function that cuts a text by the pattern of this name; InputError when there is none."""
    import regex

    pattern = pattern_named(name)
    find_pieces: Callable[[str], list[str]] = regex.compile(pattern.regex).findall
    return lambda text: find_pieces(prepared(text, pattern))
