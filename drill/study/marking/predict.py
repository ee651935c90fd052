"""Marks the typed output of a piece of code: exact but for trailing spaces and the last line end.

Leaves out running the code: `output` is proven to be what it prints by authoring.
"""

import unicodedata

from drill.study.ask import Ask
from drill.study.marking.outcome import Mark, retry, right, wrong
from drill.study.question import Predict


def mark(question: Predict, ask: Ask, text: str, *, tries: int) -> Mark:
    """Mark an output; a typed backslash and n may stand for a line break or for themselves."""
    readings = (_lines(text), _lines(text.replace("\\n", "\n")))
    if _lines(question.output) in readings:
        return right(answer(question, ask))
    if not text.strip():
        return retry(f"type {grammar(question)}")
    for slip in question.slips:
        if _lines(slip.text) in readings:
            return wrong(answer(question, ask), says=slip.why)
    return wrong(answer(question, ask), says=_first_difference(_lines(question.output), readings))


def answer(question: Predict, ask: Ask) -> str:
    """Return the output as it is printed, without the last line end."""
    return "\n".join(_lines(question.output))


def grammar(question: Predict) -> str:
    """Return what to type."""
    return "what it prints, exactly; \\n stands for a line break"


def _lines(text: str) -> tuple[str, ...]:
    kept = unicodedata.normalize("NFC", text).replace("\r\n", "\n").rstrip().split("\n")
    return tuple(line.rstrip() for line in kept)


def _first_difference(printed: tuple[str, ...], readings: tuple[tuple[str, ...], ...]) -> str:
    """Return the first line that differs, with what is really printed there."""
    typed = min(readings, key=lambda lines: abs(len(lines) - len(printed)))
    pairs = enumerate(zip(printed, typed, strict=False), start=1)
    at = next((at for at, (real, said) in pairs if real != said), None)
    if at is not None:
        return f"line {at} is {printed[at - 1] or 'empty'}"
    return f"it prints {len(printed)} {'line' if len(printed) == 1 else 'lines'}, not {len(typed)}"
