"""Text that is safe to show: control and direction characters are made visible.

Leaves out Markdown (content.prose) and the terminal.
"""

import re

_HARMFUL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
REPLACED = "\ufffd"
ESCAPE_SHOWN = "␛"


def harmless(text: str) -> str:
    """Return text without codes that steer a terminal or turn the reading direction.

    Line feeds and tabs stay; an escape becomes `␛`; other controls, direction marks and lone
    surrogates become U+FFFD.
    """
    return _HARMFUL.sub(_visible, text)


def storable(text: str) -> str:
    """Return text that UTF-8 can hold: a lone surrogate, as a terminal in another encoding gives, is `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")


def one_line(text: str, *, longest: int = 40) -> str:
    """Return text fit for a message: harmless, on one line, cut to `longest` characters."""
    flat = " ".join(harmless(text).split())
    return flat if len(flat) <= longest else flat[: longest - 1] + "…"


def _visible(match: re.Match[str]) -> str:
    return ESCAPE_SHOWN if match.group() == "\x1b" else REPLACED
