"""`drill ask` and `drill answer`: one ask at a time, for editors and scripts."""

from typing import TYPE_CHECKING, Any

import click

from drill.cli.app import App
from drill.cli.judge import judge_options, open_suggester, wish_of
from drill.cli.options import json_option
from drill.cli.quiz import KINDS

if TYPE_CHECKING:
    from drill.sessions.answering import Given
    from drill.study.question import Question


@click.command()
@click.option(
    "--topic", "topics", multiple=True, metavar="TOPIC", help="Only this topic; may be given again."
)
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only this kind; may be given again."
)
@click.option("--seed", type=int, help="Draw numbers and shuffle options as this seed says.")
@json_option
@click.pass_obj
def ask(app: App, topics: tuple[str, ...], kinds: tuple[str, ...], seed: int | None, as_json: bool) -> int:
    """Print the next question and the id of this ask, without the answer."""
    from drill.cli.asks import print_ask
    from drill.cli.play.start import check_topics
    from drill.errors import Exit
    from drill.sessions.agenda import Wishes
    from drill.sessions.asks import next_ask

    desk, wishes = app.open_desk(seed=seed), Wishes(topics, kinds)
    check_topics(desk, wishes)
    asked = next_ask(desk, wishes, rng=app.rng(seed))
    if asked is None:
        app.say("nothing that fits is due now")
        return Exit.NOT_PASSED
    print_ask(app, asked, as_json=as_json)
    for problem in asked.problems:
        app.say(f"set aside {problem}")
    return Exit.DONE


@click.command()
@click.argument("ask", metavar="ASK")
@click.argument("value")
@judge_options
@json_option
@click.pass_obj
def answer(app: App, /, ask: str, value: str, as_json: bool, **judge: Any) -> int:
    """Mark VALUE as the answer to ASK, an id from `drill ask`; exit code 1 when it is wrong."""
    from drill.cli.asks import print_answer
    from drill.errors import Exit
    from drill.sessions.asks import answer_ask
    from drill.sessions.suggesting import suggested

    suggester = open_suggester(app, wish_of(judge))

    def tick(question: "Question", given: "Given") -> "Given":
        ticked, problem = suggested(question, given, suggester)
        if problem:
            app.say(problem)
        return ticked

    outcome, question = answer_ask(app.open_desk(), ask, value, tick=tick)
    print_answer(app, ask, question, outcome, as_json=as_json)
    return Exit.DONE if outcome.mark.verdict == "right" else Exit.NOT_PASSED
