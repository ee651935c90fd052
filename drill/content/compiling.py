"""Makes the compiled form of a bank: every text laid out once, so that a quiz parses nothing.

Leaves out the cache on disk (library.py).
"""

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import msgspec

from drill.content.banks import Located, parse_bank
from drill.content.compiled import Compiled, CompiledBank, Row
from drill.content.files import decode
from drill.content.prose import parse, parse_code
from drill.study.prose import Prose, plain
from drill.study.question import Question, Slip, kind_of

_MARKDOWN = frozenset(
    {"prompt", "explanation", "worked", "text", "why", "steps", "wrong_claims", "follow_ups"}
)
_CODE = frozenset({"code", "fixed"})


def compile_bank(content: bytes, name: str) -> CompiledBank:
    """Compile the bytes of a bank; ContentError when the file as a whole can't be read."""
    bank = parse_bank(decode(content, name), name)
    blobs = [_blob(located, name) for located in bank.questions]
    return CompiledBank(
        tuple(_row(located) for located in bank.questions),
        tuple(accumulate(map(len, blobs))),
        bank.problems,
        memoryview(b"".join(blobs)),
    )


def lay_out(question: Question) -> dict[str, Prose]:
    """Return each Markdown and code text of a question laid out, less those that are one plain paragraph."""
    pieces = {text: parse(text) for text in _texts(question, _MARKDOWN)}
    pieces |= {code: parse_code(code, "python") for code in _texts(question, _CODE)}
    return {text: prose for text, prose in pieces.items() if prose != plain(text)}


def _row(located: Located) -> Row:
    question = located.question
    return Row(
        question.id,
        question.rev,
        question.topic,
        kind_of(question),
        question.difficulty,
        question.pool,
        question.outline,
        located.line,
    )


def _blob(located: Located, name: str) -> bytes:
    compiled = Compiled(located.question, name, located.line, lay_out(located.question))
    return msgspec.msgpack.encode(compiled)


def _texts(value: Any, fields: frozenset[str]) -> Iterator[str]:
    """Yield the texts under the named fields, at any depth; a slip's text is what a learner typed."""
    for field in value.__struct_fields__:
        inner = getattr(value, field)
        for one in inner if isinstance(inner, tuple) else (inner,):
            if isinstance(one, msgspec.Struct):
                yield from _texts(one, fields)
            elif (
                isinstance(one, str) and field in fields and not (isinstance(value, Slip) and field == "text")
            ):
                yield one
