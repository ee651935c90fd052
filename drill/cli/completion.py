"""`drill completion`: tab completion for a shell."""

import click

from drill.cli.app import App

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_obj
def completion(app: App, shell: str) -> None:
    """Print the completion script of SHELL.

    bash: add `eval "$(drill completion bash)"` to ~/.bashrc
    """
    from click.shell_completion import get_completion_class

    from drill.cli.main import drill

    script = get_completion_class(shell)
    if script is None:
        raise LookupError(f"click completes no {shell}")
    app.stdout.write(script(drill, {}, "drill", "_DRILL_COMPLETE").source())
