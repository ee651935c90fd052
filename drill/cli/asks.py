"""How an ask and its verdict are printed, as text and as JSON.

Leaves out handing out and marking (sessions/asks.py).
"""

from drill.cli.app import App
from drill.cli.documents import AnswerDocument, AskDocument
from drill.sessions.answering import Outcome
from drill.sessions.asks import Handed
from drill.study.question import LETTERS, Question


def print_ask(app: App, asked: Handed, *, as_json: bool) -> None:
    """Print an ask without its answer."""
    sheet = asked.sheet
    choices = dict(zip(LETTERS, sheet.choices, strict=False))
    if as_json:
        app.print_json(
            AskDocument(
                ask=asked.id,
                item=sheet.item,
                kind=sheet.kind,
                topic=sheet.topic,
                prompt=sheet.prompt,
                code=sheet.code,
                choices=choices,
                unit=sheet.unit,
                grammar=sheet.grammar,
            )
        )
        return
    parts = [sheet.prompt.rstrip(), sheet.code, *(f"  {letter}  {text}" for letter, text in choices.items())]
    for part in filter(None, parts):
        app.console.print(part)
    app.console.print(f"\n({sheet.grammar})\ndrill answer {asked.id} ...", soft_wrap=True)


def print_answer(app: App, ask_id: str, question: Question, outcome: Outcome, *, as_json: bool) -> None:
    """Print the verdict on an ask."""
    mark, record = outcome.mark, outcome.record
    if not as_json:
        app.console.print(f"{mark.verdict} · {mark.says}" if mark.says != mark.verdict else mark.verdict)
        app.console.print(f"answer: {mark.answer}\n\n{question.explanation.rstrip()}")
        return
    app.print_json(
        AnswerDocument(
            ask=ask_id,
            item=question.id,
            verdict=mark.verdict,
            score=mark.score,
            says=mark.says,
            answer=mark.answer,
            explanation=question.explanation,
            rating=outcome.rating.name.lower(),
            due=None if record is None else record.due,
        )
    )
