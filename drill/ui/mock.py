"""The pages between the questions of a mock interview: its plan, its parts, its follow-ups.

Leaves out the questions (sheet.py) and the report (mock_report.py).
"""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from drill.study.journal import MockPart, MockStarted
from drill.study.mock import KATA, SIZING, TALK, WARM_UP
from drill.study.text import harmless, one_line
from drill.ui.amounts import counted
from drill.ui.rows import Rows
from drill.ui.sheet import hint_view

_TOLD = {
    WARM_UP: "Short questions. No verdict is shown, as in an interview; `?` is for what you don't know.",
    SIZING: "One problem in steps, on paper: each step's answer is shown before the next one asks.",
    TALK: "Answer in your own words, typed or aloud; then tick what you said. Follow-ups come.",
    KATA: "Write the function in your editor; each save is judged. The clock is the kata's own.",
}
HOW_TO_ANSWER = (
    "Type it, then a line with a lone `.`; or say it aloud and type only the `.`; `:e` opens your editor"
)
_ONE = {WARM_UP: "question", SIZING: "step", TALK: "question", KATA: "kata"}


def plan_view(plan: MockStarted, notes: Sequence[str]) -> list[RenderableType]:
    """Return the first page of an interview."""
    rows = [
        (part.name, f"{part.minutes:.0f} min", Text(counted(len(part.items), _ONE[part.name]), style="quiet"))
        for part in plan.parts
    ]
    title = f"mock interview · {one_line(plan.role)} · about {plan.minutes:g} min"
    page: list[RenderableType] = [Text(title, style="head"), Text(), Rows(rows), Text()]
    page += [Text("Every answer is kept at once; stopped, `drill mock --resume` goes on.", style="quiet")]
    return [*page, *(Text(note, style="quiet") for note in notes)]


def part_view(part: MockPart, parts: Sequence[MockPart], said: str) -> list[RenderableType]:
    """Return the page before a part, with what is said of the answer before."""
    number = [one.name for one in parts].index(part.name) + 1
    title = f"part {number} of {len(parts)} · {part.name} · {part.minutes:.0f} min"
    return [Text(title, style="head"), *hint_view(said), Text(), Text(_TOLD[part.name])]


def left_words(part: MockPart, seconds: float) -> str:
    """Return how much of a part's time is left; over it, that nobody cuts an answer off."""
    left = part.minutes - seconds / 60
    if left <= 0:
        return f"{-left:.0f} min over this part's time; take what you need" if left <= -1 else "time is up"
    return f"{left:.0f} min left in this part" if left >= 1 else "less than a minute left in this part"


def follow_up_view(topic: str, asks: str) -> list[RenderableType]:
    """Return the page that asks a follow-up."""
    head = Text(topic, style="accent").append(" · follow-up", style="quiet")
    return [head, Text(), Text(asks), Text(), Text(HOW_TO_ANSWER, style="quiet")]


def unsaid_view(topic: str, asks: str, text: str, unsaid: str) -> list[RenderableType]:
    """Return the page on which the learner says whether the answer was there."""
    page = follow_up_view(topic, asks)[:3]
    page += [Text(), Text(harmless(text))] if text else []
    told = unsaid or "Was that an answer to the question?"
    return [
        *page,
        Text(),
        Text("what it leads to" if unsaid else "", style="quiet"),
        Text(told, style="strong"),
    ]
