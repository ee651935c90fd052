"""Starts a sitting, in a terminal or over a pipe, and shows its last screen.

Leaves out both ways of playing (player.py, lines.py).
"""

from rich.text import Text

from drill.cli.app import App
from drill.cli.judge import NO_JUDGE, JudgeWish, open_suggester
from drill.errors import UsageError
from drill.sessions.agenda import Agenda, Wishes
from drill.sessions.desk import Desk
from drill.sessions.quiz import Quiz
from drill.sessions.suggesting import Suggester
from drill.study.question import Topic


def play(
    app: App,
    wishes: Wishes,
    *,
    seed: int | None = None,
    desk: Desk | None = None,
    agenda: Agenda | None = None,
    judge: JudgeWish = NO_JUDGE,
) -> None:
    """Play one sitting to its last screen."""
    suggester = open_suggester(app, judge)
    desk = desk or app.open_desk(seed=seed)
    check_topics(desk, wishes)
    quiz = Quiz(desk, wishes, rng=app.rng(seed), reasks=app.is_interactive, agenda=agenda)
    problems: list[str] = []
    if quiz.next() is None:
        app.console.print(Text(_nothing(wishes, quiz.agenda)))
    else:
        problems = _ask(app, quiz, suggester)
    if quiz.tallies:
        _sum_up(app, quiz)
    # after the last page, which would clear them away
    for problem in [*(f"set aside {one}" for one in quiz.problems), *dict.fromkeys(problems)]:
        app.say(problem)


def _ask(app: App, quiz: Quiz, suggester: Suggester) -> list[str]:
    """Play, and return what is still to be said of it."""
    # one way of playing is imported, not both: the first question waits for it
    if app.is_interactive:
        from drill.cli.play.player import Player

        player = Player(app, quiz, suggester)
        player.play()
        return player.interview.problems
    from drill.cli.play.lines import play_lines

    play_lines(app, quiz, suggester)
    return []


def _sum_up(app: App, quiz: Quiz) -> None:
    from drill.sessions.overview import summary_of
    from drill.ui.screen import Screen
    from drill.ui.today import summary_view

    page = summary_view(summary_of(quiz, lambda topic, key: _primer_line(app, topic, key)))
    Screen(app.console, read_key=None).show(page)


def check_topics(desk: Desk, wishes: Wishes) -> None:
    """Raise UsageError for a topic that no bank has."""
    known = {row.topic for row in desk.library.rows}
    for topic in wishes.topics:
        if Topic(topic) not in known:
            raise UsageError(f"no topic `{topic}`; there are {', '.join(sorted(known))}")


def _nothing(wishes: Wishes, agenda: Agenda) -> str:
    if agenda.left_over:
        return f"today's minutes are spent; `--minutes 10` goes on with the {agenda.left_over} that wait"
    filtered = " that fits" if wishes.topics or wishes.kinds else ""
    return (
        f"nothing{filtered} is due now; `--new 5` takes up new items, `--cram` goes over what you know least"
    )


def _primer_line(app: App, topic: str, key: str) -> str | None:
    from drill.content.locate import primer_topics
    from drill.content.primers import primer_line

    return primer_line(topic, key, app.paths.cache) if topic in primer_topics() else None
