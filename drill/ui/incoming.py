"""What an import would do: what becomes of the cards, which are skipped and why, how many of each.

Leaves out the import itself.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Protocol

from rich.console import RenderableType
from rich.text import Text

from drill.study.text import one_line
from drill.ui.amounts import counted
from drill.ui.rows import Rows

_OUTCOMES = ("new", "changed", "same", "skipped")
_SHOWN = 20
_NAMED = 3
_PROMPT, _ANSWER = 44, 28


class Step(Protocol):
    """What becomes of one card."""

    @property
    def what(self) -> str: ...
    @property
    def where(self) -> str: ...
    @property
    def prompt(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def answer(self) -> str: ...
    @property
    def why(self) -> str: ...


def preview_view(steps: Sequence[Step]) -> list[RenderableType]:
    """Return the cards that change the bank, then the skipped ones by reason."""
    written = [step for step in steps if step.what in {"new", "changed"}]
    parts: list[RenderableType] = [Rows([_row(step) for step in written[:_SHOWN]])] if written else []
    if len(written) > _SHOWN:
        parts.append(Text(f"and {len(written) - _SHOWN:,} more", style="quiet"))
    return [*parts, *_skipped(steps)]


def counts_line(steps: Sequence[Step], *, done: bool) -> str:
    """Return how many cards are new, changed, the same and skipped."""
    counts = Counter(step.what for step in steps)
    told = ", ".join(f"{counts[what]:,} {what}" for what in _OUTCOMES if counts[what]) or "no cards"
    return f"{'imported' if done else 'to import'}: {told}"


def _row(step: Step) -> tuple[str, str, str, Text]:
    answer = Text(one_line(step.answer, longest=_ANSWER))
    note = Text(f"  {step.why}", style="quiet") if step.why else Text()
    return step.what, step.kind, one_line(step.prompt, longest=_PROMPT), answer + note


def _skipped(steps: Sequence[Step]) -> list[RenderableType]:
    by_reason: dict[str, list[Step]] = defaultdict(list)
    for step in steps:
        if step.what == "skipped":
            by_reason[step.why].append(step)
    lines: list[RenderableType] = []
    for why, skipped in by_reason.items():
        named = ", ".join(_named(step) for step in skipped[:_NAMED])
        more = ", …" if len(skipped) > _NAMED else ""
        lines.append(Text(f"skipped {counted(len(skipped), 'card')}: {why}"))
        lines.append(Text(f"  {named}{more}", style="quiet"))
    return lines


def _named(step: Step) -> str:
    return f"{step.where} ({one_line(step.prompt)})" if step.prompt else step.where
