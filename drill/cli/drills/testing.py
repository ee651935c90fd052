"""Runs the visible tests where the learner would run them.

Leaves out hidden tests (submitting.py).
"""

from drill.cli.app import App
from drill.cli.kata_documents import KataTestDocument
from drill.errors import Exit, UsageError
from drill.grader.visible import run_visible
from drill.sessions.drilling import Drilling

# pytest's exit codes: passed, failed, not importable; then none found. Others: it ended before its end
_DONE = (0, 1, 2)
_NOTHING_FOUND = 5


def run_tests(app: App, drilling: Drilling, *, as_json: bool) -> int:
    """Run them, print what pytest prints, and return the exit code."""
    slug = drilling.kata.slug
    folder = drilling.workspace.folder(slug)
    if not folder.is_dir():
        raise UsageError(f"{folder}: not there; `drill kata start {slug}` lays it out")
    lines: list[str] = []
    write = lines.append if as_json else app.stdout.write
    code = run_visible(folder, write, color=app.is_interactive, width=app.console.width)
    if code == _NOTHING_FOUND:
        raise UsageError(f"{folder}: pytest found no test to run; `drill kata start {slug}` lays them out")
    if code not in _DONE:
        app.say(f"pytest ended early, with exit code {code}: look at what solution.py ends")
    if as_json:
        app.print_json(KataTestDocument(slug, code == 0, "".join(lines)))
    return Exit.DONE if code == 0 else Exit.NOT_PASSED
