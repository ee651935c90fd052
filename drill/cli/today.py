"""Bare `drill`: today's screen; Enter starts the quiz."""

from typing import TYPE_CHECKING

from drill.cli.app import App

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drill.sessions.agenda import Agenda
    from drill.sessions.desk import Desk
    from drill.study.overview import Today, TodayKata


def show_today(app: App) -> None:
    """Show what today holds, after the first-run questions; in a terminal a key starts something."""
    from drill.cli.first_run import ask_once
    from drill.cli.keys import read_key
    from drill.content.katas import load_exercises
    from drill.sessions.agenda import build_agenda
    from drill.sessions.katas import offers
    from drill.sessions.overview import today_of
    from drill.ui.screen import Screen
    from drill.ui.today import today_view

    desk = app.open_desk()
    if app.is_interactive:
        ask_once(app, desk)
    agenda, katas = build_agenda(desk), offers(desk, load_exercises(app.paths.cache))
    today = today_of(desk, agenda)._replace(katas=katas)
    screen = Screen(app.console, read_key=read_key)
    screen.show(today_view(today), _keys(today) if app.is_interactive else ())
    if app.is_interactive:
        _start(app, desk, agenda, today, read_key().lower())


def _keys(today: "Today") -> list[tuple[str, str]]:
    debrief = [("d", "debrief")] if today.debrief else []
    kata = [("k", f"kata: {k.slug} ({k.minutes:g} min)") for k in today.katas[:1]]
    mock = ("m", "mock interview")
    return [("Enter", "start"), *debrief, *kata, mock, ("c", "cram"), ("q", "quit")]


def _start(app: App, desk: "Desk", agenda: "Agenda", today: "Today", key: str) -> None:
    """Start what a key stands for; any other key leaves."""
    from drill.cli.debrief import ask_debrief
    from drill.cli.keys import ENTER
    from drill.cli.play.start import play
    from drill.sessions.agenda import Wishes

    if key == ENTER:
        play(app, Wishes(), desk=desk, agenda=agenda)
    elif key == "c":
        play(app, Wishes(cram=True), desk=desk)
    elif key == "d" and today.debrief:
        ask_debrief(app, desk)
    elif key == "k":
        _start_kata(app, desk, today.katas)
    elif key == "m":
        from drill.cli.mock import sit

        sit(app, desk)


def _start_kata(app: App, desk: "Desk", katas: "Sequence[TodayKata]") -> None:
    from drill.cli.drills.opening import open_drilling
    from drill.cli.drills.starting import start_kata
    from drill.sessions.starting import Start

    for kata in katas[:1]:
        start_kata(app, open_drilling(app, kata.slug, desk=desk), Start(), edit=False, as_json=False)
