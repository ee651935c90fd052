"""How GPT-2's kind of file writes bytes: each as one visible character, a space as Ġ, a line break as Ċ.

Leaves out the files themselves (from_gguf.py, from_json.py).
"""

from collections.abc import Iterable, Mapping, Sequence

from drill.core.errors import FileError

# these bytes are visible in Latin-1 and stand for themselves
VISIBLE = (*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1))
HIDDEN = tuple(byte for byte in range(256) if byte not in VISIBLE)
# all others get the characters from U+0100 on, in their order
BYTE_OF = {**{byte: byte for byte in VISIBLE}, **{256 + place: byte for place, byte in enumerate(HIDDEN)}}
NO_BYTE = 0xFFFF
# a hidden byte written as itself must fail, not pass for the byte
_TRANSLATION = {**BYTE_OF, **dict.fromkeys(HIDDEN, NO_BYTE)}


def to_bytes(visible: str) -> bytes:
    """Return the bytes that visible characters stand for; UnicodeError when one stands for none."""
    return visible.translate(_TRANSLATION).encode("latin-1")


def tokens_of(texts: Mapping[int, str], where: str) -> dict[str, bytes]:
    """Return the bytes of ordinary tokens by their visible text; FileError for a token that can't be."""
    known: dict[str, bytes] = {}
    for number, text in texts.items():
        if text in known or not text:
            raise FileError(
                f"{where}: token {number} is empty or there twice: the file is broken, get it again"
            )
        try:
            known[text] = to_bytes(text)
        except UnicodeError as error:
            raise FileError(
                f"{where}: token {number} holds a character that is no byte: only byte-level BPE is read"
            ) from error
    return known


def merges_of(
    pairs: Iterable[Sequence[str]], known: Mapping[str, bytes], where: str
) -> list[tuple[bytes, bytes]]:
    """Return merges as bytes; FileError for one that isn't two tokens making a third."""
    merges: list[tuple[bytes, bytes]] = []
    for pair in pairs:
        try:
            left, right = pair
            # the look-up of what they make is there for its KeyError
            merges.append((known[left], known[right]) if known[left + right] else (b"", b""))
        except (KeyError, ValueError) as error:
            raise FileError(
                f"{where}: merge {len(merges)} doesn't make a token of two: the file is broken, get it again"
            ) from error
    return merges
