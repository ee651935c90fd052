"""The pages after an answer: the marked question, and on `?` everything there is to say of it.

Leaves out the keys (player.py).
"""

from datetime import date

from rich.console import RenderableType
from rich.text import Text

from drill.cli.play.asking import Reply, head_of, prompt_of, texts_of
from drill.content.locate import content_root
from drill.sessions.answering import Outcome
from drill.sessions.quiz import Turn
from drill.sessions.sheet import Sheet, sheet_of
from drill.study.instance import worked_line
from drill.study.marking import Mark, right_answer
from drill.study.question import Bug, Choice, Multi, Numeric, Open, Order, Predict, Question, Short
from drill.study.reasons import reasons, reasons_for
from drill.ui.rubric import ticked_view
from drill.ui.sheet import (
    MISSED,
    PICKED_RIGHT,
    PICKED_WRONG,
    RIGHT,
    UNMARKED,
    Sign,
    choices_view,
    question_view,
)
from drill.ui.verdict import (
    answer_view,
    explanation_view,
    given_view,
    ratings_view,
    sources_view,
    verdict_view,
)

RATING_NAMES = ("again", "hard", "good", "easy")


def answered_page(
    turn: Turn, reply: Reply, outcome: Outcome, *, then: str, seconds: float | None
) -> list[RenderableType]:
    """Return the page right after an answer: short when it was right, with the reasons when not."""
    question, mark = turn.compiled.question, outcome.mark
    page = marked_question(turn, reply, outcome)
    clock = [] if seconds is None else [f"{seconds:.0f} s"]
    says = _says(question, mark)
    facts = [*_facts(question, mark), then, *clock]
    page += verdict_view(right=mark.verdict == "right", facts=facts, says=says)
    page += _ticked(question, mark)
    if mark.verdict != "right":
        page += [] if mark.answer in says else _answer_line(turn)
        page += explanation_view(
            texts_of(turn), question.explanation, reasons_for(question, turn.ask, outcome.mark)
        )
    return page


def why_page(
    turn: Turn, reply: Reply, outcome: Outcome, days: list[tuple[str, date, int]]
) -> list[RenderableType]:
    """Return everything there is to say of an item: reasons, sources, the days it may come back."""
    question = turn.compiled.question
    page = marked_question(turn, reply, outcome)
    page += [*_answer_line(turn), *_ticked(question, outcome.mark)]
    page += explanation_view(texts_of(turn), question.explanation, reasons(question, turn.ask))
    if question.follow_ups:
        page += [Text(), Text("they may ask next", style="quiet")]
        page += [Text(f"- {follow_up}") for follow_up in question.follow_ups]
    page += sources_view(source_lines(question))
    return page + ratings_view(days, int(outcome.rating)) if days else page


def _facts(question: Question, mark: Mark) -> list[str]:
    """Return what stands beside the verdict: the number that an expression came to, a part mark."""
    if mark.verdict == "right":
        return [mark.answer] if isinstance(question, Numeric) else []
    # an open answer's key points are counted in words
    return [f"part mark {mark.score:.0%}"] if mark.score and not isinstance(question, Open) else []


def _says(question: Question, mark: Mark) -> str:
    """Return what there is to say below the verdict; options carry their reasons themselves."""
    if isinstance(question, Choice | Multi) or mark.says == mark.verdict:
        return ""
    is_trap = isinstance(question, Numeric) and mark.misconception
    return f"{mark.misconception}: {mark.says}" if is_trap else mark.says


def _ticked(question: Question, mark: Mark) -> list[RenderableType]:
    return ticked_view([p.text for p in question.points], mark.picked) if isinstance(question, Open) else []


def marked_question(turn: Turn, reply: Reply, outcome: Outcome) -> list[RenderableType]:
    """Return the question where it stood, its options marked, a typed answer under it."""
    question, sheet = turn.compiled.question, sheet_of(turn.compiled.question, turn.ask)
    wrong_line = question.line if isinstance(question, Bug) else None
    page = question_view(
        head_of(turn), texts_of(turn), question.prompt, code=sheet.code, wrong_line=wrong_line
    )
    page += choices_view(texts_of(turn), sheet.choices, _signs(turn, outcome.mark.picked))
    return page if isinstance(question, Choice | Open) else page + given_view(_prompt(sheet), reply.text)


def _prompt(sheet: Sheet) -> str:
    return prompt_of(sheet)


def _signs(turn: Turn, picked: tuple[int, ...]) -> dict[int, Sign]:
    """Return how each shown option is marked; steps get the number of their right place."""
    question, order = turn.compiled.question, turn.ask.order
    if isinstance(question, Order):
        return {place: _step_sign(index, picked) for place, index in enumerate(order)}
    if not isinstance(question, Choice | Multi | Bug):
        return {}
    left_out = MISSED if isinstance(question, Multi) else RIGHT
    signs = {True: {True: PICKED_RIGHT, False: left_out}, False: {True: PICKED_WRONG, False: UNMARKED}}
    return {place: signs[question.options[i].right][i in picked] for place, i in enumerate(order)}


def _step_sign(index: int, picked: tuple[int, ...]) -> Sign:
    in_place = index < len(picked) and picked[index] == index
    return Sign("*" if in_place else "x", f"({index + 1})", "right" if in_place else "wrong")


def _answer_line(turn: Turn) -> list[RenderableType]:
    """Return the right answer, where the marks on the page don't show it."""
    question = turn.compiled.question
    if isinstance(question, Numeric):
        return [Text(), Text(worked_line(question, turn.ask.numbers), style="accent")]
    if isinstance(question, Short | Predict):
        return answer_view(right_answer(question, turn.ask))
    return []


def source_lines(question: Question) -> list[str]:
    """Return the works that a question cites, by title."""
    # only here: reading them costs the import of yaml
    from drill.content.outline import load_sources

    known = load_sources(content_root() / "questions" / "sources.yaml")
    lines = []
    for reference in question.sources:
        note = known.get(reference.key)
        title = f"{note.title}, {note.by}, {note.year}" if note else reference.key
        lines.append(f"{title}; {reference.at}" if reference.at else title)
    return lines
