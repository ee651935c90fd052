"""What `drill model run --json` prints.

Leaves out the other commands of the group (model_documents.py).
"""

from collections.abc import Sequence

from msgspec import Struct


class TokenDocument(Struct):
    """One token of a RunDocument; `top` are (id, log probability) of the likeliest, if asked for."""

    id: int
    text: str
    logprob: float | None
    top: Sequence[tuple[int, float]]


class TimingDocument(Struct):
    """The times of a RunDocument, seconds; None where an answer is too short to have one."""

    queue_seconds: float
    ttft_seconds: float | None
    itl_seconds: Sequence[float]
    tpot_seconds: float | None
    prefill_tokens_per_second: float | None
    decode_tokens_per_second: float | None


class RunDocument(Struct):
    """`drill model run --json`."""

    model: str
    prompt_tokens: int
    text: str
    finish_reason: str
    seed: int
    tokens: Sequence[TokenDocument]
    timing: TimingDocument
    version: int = 1


TALK_DOCUMENTS = (RunDocument,)
