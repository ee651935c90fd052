"""`drill find`: questions by the words in them."""

import click

from drill.cli.app import App
from drill.cli.options import json_option


@click.command()
@click.argument("words", nargs=-1, required=True)
@json_option
@click.pass_obj
def find(app: App, words: tuple[str, ...], as_json: bool) -> int:
    """List the questions that hold all WORDS; exit code 1 when there are none."""
    from drill.cli.documents import FindDocument, FoundDocument
    from drill.errors import Exit
    from drill.sessions.lookup import find as questions_with
    from drill.study.example import example_words
    from drill.study.instance import fill
    from drill.study.question import Question, kind_of
    from drill.ui.tables import found_view

    def prompt(question: Question) -> str:
        return " ".join(fill(question.prompt, example_words(question, app.rng(0))).split())

    questions = list(questions_with(app.open_desk(), words))
    rows = [FoundDocument(q.id, q.topic, kind_of(q), prompt(q)) for q in questions]
    if as_json:
        app.print_json(FindDocument(rows))
    else:
        app.console.print(found_view([(r.item, r.topic, r.kind, r.prompt) for r in rows]))
    return Exit.DONE if rows else Exit.NOT_PASSED
