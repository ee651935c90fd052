"""`drill mock`: an interview in parts, its report, and the reports of those before.

Leaves out playing one (play/mocking.py, play/mock_lines.py).
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from drill.cli.app import App
from drill.cli.judge import NO_JUDGE, JudgeWish, judge_options, wish_of
from drill.cli.mock_reports import compare, list_, show
from drill.cli.options import Minutes

if TYPE_CHECKING:
    from drill.sessions.desk import Desk
    from drill.sessions.mocks.interview import Mock
    from drill.sessions.mocks.plan import Planned

_LEAST_MINUTES, _MINUTES, _MOST_MINUTES = 5.0, 45.0, 240.0


class _Wish(NamedTuple):
    minutes: float = _MINUTES
    role: str | None = None
    topics: str | None = None
    kata: bool = True
    resume: bool = False
    seed: int | None = None


@click.group(invoke_without_command=True)
@click.option(
    "--minutes",
    type=Minutes(_LEAST_MINUTES, _MOST_MINUTES),
    default=_MINUTES,
    show_default=True,
    help="For this long.",
)
@click.option("--role", metavar="NAME|FILE.yaml", help="Whose interview; else that of `drill config role`.")
@click.option("--topics", metavar="A,B", help="Only these topics, in place of the role's.")
@click.option("--kata/--no-kata", default=True, help="With a kata at the end, from 20 minutes on.")
@click.option("--resume", is_flag=True, help="Go on with the interview that was left, as it was planned.")
@click.option("--seed", type=int, help="Choose and draw as this seed says.")
@judge_options
@click.pass_context
def mock(ctx: click.Context, /, **values: Any) -> None:
    """Sit a mock interview: warm-up, a sizing problem, open questions, a kata; then its report.

    Questions come from the exam pool, which no quiz shows. Every answer is on disk at
    once: after Ctrl-C, a crash or a closed lid `drill mock --resume` goes on.
    """
    if ctx.invoked_subcommand is not None:
        return
    judge, wish = wish_of(values), _Wish(**values)
    app: App = ctx.obj
    sit(app, app.open_desk(seed=wish.seed), wish, judge)


mock.add_command(list_)
mock.add_command(show)
mock.add_command(compare)


def sit(app: App, desk: "Desk", wish: _Wish = _Wish(), judge: JudgeWish = NO_JUDGE) -> None:  # noqa: B008
    """Begin an interview, or take up the one that was left, and play it."""
    _check_alone(wish)
    opened, notes = (_left_open(desk), []) if wish.resume else _begun(app, desk, wish)
    if opened is not None:
        _play(app, opened, judge, notes)


def _check_alone(wish: _Wish) -> None:
    """Raise UsageError for wishes that an interview which goes on can't meet."""
    from drill.errors import UsageError

    if wish.resume and wish != _Wish(resume=True):
        raise UsageError("--resume goes on with the plan that was made; leave the other options out")


def _left_open(desk: "Desk") -> "Mock":
    from drill.errors import UsageError
    from drill.sessions.mocks.interview import Mock

    opened = Mock.left_open(desk)
    if opened is None:
        raise UsageError("no interview was left; `drill mock` begins one")
    return opened


def _begun(app: App, desk: "Desk", wish: _Wish) -> tuple["Mock | None", list[str]]:
    """Begin an interview, or go on with the one that was left; None where the learner wants neither."""
    from drill.sessions.mocks.interview import Mock

    # before a question: a wish that can't be met costs nothing then
    planned = _planned(app, desk, wish)
    left = Mock.left_open(desk)
    if left is not None:
        choice = _asked_about(app, left)
        if choice != "n":
            return (left if choice == "r" else None), []
        left.end(early=True)
    return Mock.begin(desk, planned.started), planned.notes


def _planned(app: App, desk: "Desk", wish: _Wish) -> "Planned":
    from drill.cli.play.start import check_topics
    from drill.content.katas import load_exercises
    from drill.content.roles import role_of
    from drill.errors import UsageError
    from drill.sessions.agenda import Wishes
    from drill.sessions.mocks.plan import MockPlanner, MockWish
    from drill.study.question import Topic

    known = {row.topic for row in desk.library.rows}
    role = role_of(wish.role or desk.settings.role, known)
    topics = tuple(Topic(name.strip()) for name in wish.topics.split(",")) if wish.topics is not None else ()
    check_topics(desk, Wishes(topics))
    planner = MockPlanner(desk, load_exercises(app.paths.cache), rng=app.rng(wish.seed))
    planned = planner.plan(MockWish(role, wish.minutes, topics, wish.kata))
    if not planned.started.parts:
        raise UsageError("no bank has an exam question on these topics; name others with --topics")
    return planned


def _asked_about(app: App, left: "Mock") -> str:
    """Return r to go on with an interview that was left, n for a new one, q for neither."""
    name = left.plan.mock
    if not app.is_interactive:
        app.say(f"{name} was left and is ended by this one")
        return "n"
    from drill.cli.keys import read_key
    from drill.ui.screen import Screen

    screen = Screen(app.console, read_key=read_key)
    keys = [("r", "resume it"), ("n", "end it, begin a new one"), ("q", "quit")]
    screen.ask_keys(f"{name} was left:", keys)
    while (key := read_key().lower()) not in ("r", "n", "q"):
        pass
    return key


def _play(app: App, opened: "Mock", judge: JudgeWish, notes: list[str]) -> None:
    """Play an interview from where it stands; at its end show the report."""
    from drill.cli.judge import open_suggester

    suggester = open_suggester(app, judge)
    problems: list[str] = []
    if app.is_interactive:
        from drill.cli.play.mocking import MockPlayer

        player = MockPlayer(app, opened, suggester, notes)
        is_over = player.play()
        problems = player.interview.problems
    else:
        from drill.cli.play.mock_lines import play_mock_lines

        for note in notes:
            app.say(note)
        is_over = play_mock_lines(app, opened, suggester)
    _close(app, opened, is_over=is_over)
    for problem in [*opened.problems, *dict.fromkeys(problems)]:
        app.say(problem)


def _close(app: App, opened: "Mock", *, is_over: bool) -> None:
    from drill.cli.mock_reports import report_of
    from drill.ui.mock_report import mock_view
    from drill.ui.screen import Screen

    if not is_over:
        app.console.print("\nevery answer is kept; `drill mock --resume` goes on")
        return
    opened.end(early=False)
    Screen(app.console, read_key=None).show(mock_view(report_of(app, opened.desk, opened.plan.mock)))
