"""What a question's answer is made of, as one hash.

Leaves out wording that an author may polish without a new `rev`: prompt, explanation, wrong options, slips.
"""

import hashlib
import json

import msgspec

from drill.study.question import Option, Point, Question, kind_of

DECIDES = {
    "choice": ("options",),
    "multi": ("options",),
    "numeric": ("formula", "args", "unit", "tolerance"),
    "short": ("accepted",),
    "order": ("steps",),
    "predict": ("code", "output"),
    "bug": ("line", "options"),
    "open": ("points",),
}


def answer_hash(question: Question) -> str:
    """Return the sha256, in hexadecimal, of the kind and the fields that decide what is right."""
    kind = kind_of(question)
    parts = [kind, *(_plain(getattr(question, field)) for field in DECIDES[kind])]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _plain(value: object) -> object:
    if not isinstance(value, tuple):
        return msgspec.to_builtins(value)
    # the place counts too: a logged ask names options by their place in the file
    return [[place, _text(part)] for place, part in enumerate(value) if _counts(part)]


def _text(part: Option | Point | str) -> str:
    return part if isinstance(part, str) else part.text


def _counts(part: Option | Point | str) -> bool:
    return not isinstance(part, Option) or part.right
