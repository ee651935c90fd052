"""`drill add`: a question of one's own, first among the new ones."""

import click

from drill.cli.app import App


@click.command()
@click.option("--topic", help="Topic; `own` if left out.")
@click.option("--prompt", help="The question.")
@click.option("--answer", help="The answer as you would type it.")
@click.option("--explanation", help="What to show after a miss; may be empty.")
@click.pass_obj
def add(app: App, topic: str | None, prompt: str | None, answer: str | None, explanation: str | None) -> None:
    """Add a question to your own bank; what is not given is asked for."""
    from drill.cli.opening import open_journal
    from drill.content.own import Fields, add_question
    from drill.errors import UsageError

    given = {"topic": topic, "prompt": prompt, "answer": answer, "explanation": explanation}
    if app.is_interactive:
        given = {name: _asked(name) if value is None else value for name, value in given.items()}
    for name in ("prompt", "answer"):
        if not (given[name] or "").strip():
            raise UsageError(f"a question needs its {name}; give --{name}")
    fields = Fields(*((given[name] or "").strip() for name in Fields._fields))
    fields = fields._replace(topic=fields.topic or "own")
    # an id once answered keeps its memory, though its question was deleted
    item = add_question(app.paths.own_bank, fields, taken=open_journal(app).touched())
    app.console.print(f"added {item}; it comes first among your new questions", soft_wrap=True)


def _asked(name: str) -> str:
    from drill.ui.forms import ask_text

    optional = {"topic": " (own)", "explanation": " (may be empty)"}.get(name, "")
    return ask_text(f"{name}{optional}")
