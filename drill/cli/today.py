"""Bare `drill`: today's screen; Enter starts the quiz."""

from drill.cli.app import App


def show_today(app: App) -> None:
    """Show what today holds, after the first-run questions; in a terminal Enter starts."""
    from drill.cli.drills.opening import open_drilling
    from drill.cli.drills.starting import start_kata
    from drill.cli.first_run import ask_once
    from drill.cli.keys import ENTER, read_key
    from drill.cli.play.start import play
    from drill.content.katas import load_exercises
    from drill.sessions.agenda import Wishes, build_agenda
    from drill.sessions.katas import offers
    from drill.sessions.overview import today_of
    from drill.sessions.starting import Start
    from drill.ui.screen import Screen
    from drill.ui.today import today_view

    desk = app.open_desk()
    if app.is_interactive:
        ask_once(app, desk)
    agenda, katas = build_agenda(desk), offers(desk, load_exercises(app.paths.cache))
    page = today_view(today_of(desk, agenda)._replace(katas=katas))
    screen = Screen(app.console, read_key=read_key)
    if not app.is_interactive:
        screen.show(page)
        return
    kata = [("k", f"kata: {katas[0].slug} ({katas[0].minutes:g} min)")] if katas else []
    screen.show(page, [("Enter", "start"), *kata, ("c", "cram"), ("q", "quit")])
    key = read_key().lower()
    if key == ENTER:
        play(app, Wishes(), desk=desk, agenda=agenda)
    elif key == "c":
        play(app, Wishes(cram=True), desk=desk)
    elif key == "k" and katas:
        start_kata(app, open_drilling(app, katas[0].slug, desk=desk), Start(), edit=False, as_json=False)
