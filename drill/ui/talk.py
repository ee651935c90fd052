"""An answer of a model token by token, and its times.

Leaves out the text itself: it is written as it comes.
"""

import math
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING

from rich.text import Text

from drill.study.text import harmless

if TYPE_CHECKING:
    from drill.core.infer.generate import Step
    from drill.core.infer.metrics import RequestTimes

TokenText = Callable[[int], str]


def token_line(step: "Step", token_text: TokenText, *, logprobs: bool) -> Text:
    """Return a token's id and text, and with `logprobs` its probability and that of the likeliest."""
    line = Text(f"{step.token:>7}  ", style="quiet").append(_quoted(token_text(step.token)), style="accent")
    found = step.logprobs
    if not logprobs or found is None:
        return line
    line.pad_right(max(0, 30 - line.cell_len))
    line.append(f"{found.chosen:8.3f}  {math.exp(found.chosen):6.1%}", style="default")
    rivals = [f"{_quoted(token_text(token))} {math.exp(logprob):.1%}" for token, logprob in found.top]
    return line.append("  " + "  ".join(rivals), style="quiet")


def timing_view(times: "RequestTimes") -> list[str]:
    """Return the times of one request, a line each; what has no value is left out."""
    gaps = times.itl_seconds
    rows = [
        ("TTFT", _milliseconds(times.ttft_seconds)),
        ("ITL median", _milliseconds(median(gaps) if gaps else None)),
        ("ITL longest", _milliseconds(max(gaps) if gaps else None)),
        ("TPOT", _milliseconds(times.tpot_seconds)),
        ("prefill", _rate(times.prefill_tokens, times.prefill_tokens_per_second)),
        ("decode", _rate(times.output_tokens, times.decode_tokens_per_second)),
    ]
    return [f"{name:<12} {value}" for name, value in rows if value]


def _quoted(text: str) -> str:
    """Return a token's text between quotes, line feeds and tabs made visible."""
    shown = harmless(text).replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    return f"'{shown}'"


def _milliseconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{1000 * seconds:,.1f} ms"


def _rate(tokens: int, rate: float | None) -> str:
    return "" if rate is None else f"{tokens:,} tokens, {rate:,.1f} tokens/s"
