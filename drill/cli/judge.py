"""The options that name a judge for interview answers, and opening it with what else suggests.

Leaves out asking it (sessions/judging.py). Its top imports click only.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from drill.cli.app import App
from drill.errors import UsageError

if TYPE_CHECKING:
    from drill.sessions.judging import Judge
    from drill.sessions.suggesting import Suggester

Function = TypeVar("Function", bound=Callable[..., Any])
_LONGEST_WAIT = 600


class JudgeWish(NamedTuple):
    """Which judge is wanted: base URL and model, None for none; how long one answer may take it."""

    judge: str | None
    judge_model: str | None
    judge_seconds: int


NO_JUDGE = JudgeWish(None, None, 60)
_OPTIONS = [
    click.option(
        "--judge",
        metavar="URL",
        help="Let a model behind this OpenAI-compatible URL suggest what interview answers say; they then go "
        "there. Key: DRILL_API_KEY, else OPENAI_API_KEY.",
    ),
    click.option("--judge-model", metavar="M", help="The judge's model, as its server calls it."),
    click.option(
        "--judge-seconds",
        type=click.IntRange(1, _LONGEST_WAIT),
        default=NO_JUDGE.judge_seconds,
        show_default=True,
        help="The longest wait for the judge.",
    ),
]


def judge_options(function: Function) -> Function:
    """Add the options that name a judge; `wish_of` takes them out."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def wish_of(values: dict[str, Any]) -> JudgeWish:
    """Return a command's options that name a judge."""
    return JudgeWish(*(values.pop(name) for name in JudgeWish._fields))


def open_suggester(app: App, wish: JudgeWish) -> "Suggester":
    """Return who suggests; UsageError, or an error of the endpoint's, before anything is asked."""
    from drill.sessions.suggesting import Suggester

    return Suggester(models=app.paths.models, judge=_open_judge(app, wish))


def _open_judge(app: App, wish: JudgeWish) -> "Judge | None":
    if wish.judge is None and wish.judge_model is None:
        return None
    if wish.judge is None or not (wish.judge_model or "").strip():
        raise UsageError("a judge needs both --judge URL and --judge-model NAME")
    from drill.endpoint.address import address_of, key_for
    from drill.endpoint.client import Endpoint
    from drill.sessions.judging import Judge

    address = address_of(wish.judge)
    key = key_for(address, app.env)
    return Judge(Endpoint(address, model=str(wish.judge_model), key=key, seconds=wish.judge_seconds))
