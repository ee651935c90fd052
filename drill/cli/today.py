"""Bare `drill`: today's screen; Enter starts the quiz."""

from drill.cli.app import App


def show_today(app: App) -> None:
    """Show what today holds, after the first-run questions; in a terminal Enter starts."""
    from drill.cli.first_run import ask_once
    from drill.cli.keys import ENTER, read_key
    from drill.cli.play.start import play
    from drill.sessions.agenda import Wishes, build_agenda
    from drill.sessions.overview import today_of
    from drill.ui.screen import Screen
    from drill.ui.today import today_view

    desk = app.open_desk()
    if app.is_interactive:
        ask_once(app, desk)
    agenda = build_agenda(desk)
    screen = Screen(app.console, read_key=read_key)
    if not app.is_interactive:
        screen.show(today_view(today_of(desk, agenda)))
        return
    screen.show(today_view(today_of(desk, agenda)), [("Enter", "start"), ("c", "cram"), ("q", "quit")])
    key = read_key().lower()
    if key == ENTER:
        play(app, Wishes(), desk=desk, agenda=agenda)
    elif key == "c":
        play(app, Wishes(cram=True), desk=desk)
