"""The root command: finds a command by name, and is the one place that turns errors into text.

Imports click only, so that `drill --version` and `drill --help` start at once.
"""

import gc
import sys
from importlib import import_module
from typing import Any

import click

from drill import __version__
from drill.cli.app import App
from drill.errors import DamagedError, DrillError, Exit

# section -> command -> module under drill.cli that holds it
SECTIONS: dict[str, dict[str, str]] = {
    "Daily": {
        "quiz": "quiz",
        "placement": "placement",
        "read": "read",
        "undo": "undo",
        "kata": "kata",
        "ask": "ask",
        "answer": "ask",
    },
    "Look": {
        "due": "due",
        "stats": "stats",
        "map": "map",
        "history": "history",
        "find": "find",
        "doctor": "doctor",
    },
    "Model": {"model": "model"},
    "Prepare": {
        "plan": "plan",
        "mock": "mock",
        "eve": "eve",
        "sheet": "sheet",
        "debrief": "debrief",
        "config": "config",
        "tune": "tune",
        "suspend": "items",
        "resume": "items",
    },
    "Data": {
        "add": "add",
        "bank": "bank",
        "export": "export",
        "log": "log",
        "sync": "sync",
        "backup": "backup",
        "completion": "completion",
    },
    "Authors": {"author": "author"},
}
_OBJECTS_BEFORE_COLLECTION = 50_000
_MODULES = {name: module for commands in SECTIONS.values() for name, module in commands.items()}


class Root(click.Group):
    """Commands by section; a command's module is imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all names, in the order of the sections."""
        return list(_MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command's module and return the command."""
        if cmd_name not in _MODULES:
            return None
        command = getattr(import_module(f"drill.cli.{_MODULES[cmd_name]}"), cmd_name)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands grouped by what one does with them."""
        for section, names in SECTIONS.items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(section):
                formatter.write_dl(
                    [(name, c.get_short_help_str(70)) for name, c in commands if c is not None]
                )


@click.group(cls=Root, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="drill")
@click.pass_context
def drill(ctx: click.Context) -> None:
    """Daily practice for interviews about LLM inference.

    Without a command: today's screen; Enter starts the quiz.
    """
    if ctx.invoked_subcommand is None:
        from drill.cli.today import show_today

        show_today(ctx.obj)


def run(app: App, args: list[str]) -> int:
    """Run one command and return its exit code; whatever goes wrong becomes one line on stderr."""
    with app.exits:
        return _run(app, args)


def _run(app: App, args: list[str]) -> int:
    try:
        result: Any = drill.main(args, prog_name="drill", standalone_mode=False, obj=app)
        app.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        app.stdout.write(error.ctx.get_help() + "\n")
        return Exit.DONE
    except BrokenPipeError:
        # `drill stats | head`: the reader has what it wanted, and flushing at exit would fail again
        sys.stdout = None
        return Exit.DONE
    except (click.Abort, KeyboardInterrupt, EOFError):
        app.stderr.write("\ndrill: stopped; every answer given is saved\n")
        return Exit.INTERRUPTED
    except Exception as error:
        return _failed(app, error)
    return result if isinstance(result, int) else Exit.DONE


def _failed(app: App, error: Exception) -> int:
    """Say in one line what went wrong and return its exit code."""
    if isinstance(error, DrillError):
        if isinstance(error, DamagedError) and app.journal is not None:
            app.journal.doubt()
        app.say(str(error))
        return error.exit_code
    if isinstance(error, click.ClickException):
        app.say(f"{_one_line(error)}; see `{_path(error)} --help`")
        return Exit.USAGE
    library_exit = _library_exit(error)
    if library_exit is not None:
        app.say(str(error))
        return library_exit
    fault = _journal_fault(app)
    if fault is not None:
        app.say(f"{app.paths.journal}: damaged ({fault}); start drill again to restore it")
        return Exit.CONTENT
    return _bug(app, error)


def _journal_fault(app: App) -> str | None:
    """Return what is wrong with the journal: what looks like a bug may come of damage."""
    if app.journal is None:
        return None
    from drill.sessions.soundness import faults_in

    return next(iter(faults_in(app.journal)), None)


def _library_exit(error: Exception) -> Exit | None:
    """Return the exit code of what core or endpoint tells a person to mend: families of their own."""
    from drill.core.errors import FileError, InputError, MissingError
    from drill.endpoint.errors import AddressError, DeniedError, EndpointError

    codes: dict[type[Exception], Exit] = {
        FileError: Exit.CONTENT,
        InputError: Exit.USAGE,
        MissingError: Exit.MISSING,
        AddressError: Exit.USAGE,
        DeniedError: Exit.CONTENT,
        # what is left of the family: no package, nobody there, or not what a chat endpoint says
        EndpointError: Exit.MISSING,
    }
    return next((code for kind, code in codes.items() if isinstance(error, kind)), None)


def _one_line(error: click.ClickException) -> str:
    text = " ".join(error.format_message().split())
    return text[:1].lower() + text[1:].rstrip(".")


def _path(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context is not None else "drill"


def _bug(app: App, error: Exception) -> int:
    import traceback

    text = "".join(traceback.format_exception(error))
    try:
        app.paths.log.parent.mkdir(parents=True, exist_ok=True)
        kept = f"drill {__version__}\n{text}"
        app.paths.log.write_text(kept, encoding="utf-8", errors="backslashreplace")
        where = f"the traceback is in {app.paths.log}"
    except (OSError, DrillError):
        where = "the traceback could not be kept"
    app.say(f"a bug of drill ({type(error).__name__}): {where}; every answer given is saved")
    return Exit.BUG


def main() -> None:
    """Run the command line of this process."""
    # imports and banks are kept to the end: looking through them for garbage is an eighth of a start
    gc.set_threshold(_OBJECTS_BEFORE_COLLECTION)
    # a stream that was closed is None
    for stream in filter(None, (sys.stdin, sys.stdout, sys.stderr)):
        # what can't be read or shown is a sign in its place, not an error after the work was done
        stream.reconfigure(errors="replace")
    sys.exit(run(App.of_this_process(), sys.argv[1:]))
