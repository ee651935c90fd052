"""`drill model bench`: how fast the core runs a model, beside whatever peer is installed.

Leaves out measuring (sessions/models/bench.py) and finding the model by its name.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from drill.cli.app import App
from drill.errors import UsageError

if TYPE_CHECKING:
    from drill.cli.bench_documents import BenchDocument
    from drill.core.bench.protocol import Task
    from drill.sessions.models.bench import Plan, Report
    from drill.sessions.models.lineup import Setting


class BenchWish(NamedTuple):
    """The options of the command. `only` names contenders (none: all), `without` those left out.

    `contexts` and `tokens` are for decode, `prompts` for prefill.
    """

    threads: int = 2
    rounds: int = 7
    contexts: Sequence[int] = (64, 1024)
    prompts: Sequence[int] = (512,)
    tokens: int = 24
    only: Sequence[str] = ()
    without: Sequence[str] = ()
    peer_python: str | None = None
    device: str = "cpu"
    quiet_seconds: float = 0.0


def run_bench(app: App, path: Path, wish: BenchWish, *, as_json: bool, jit_cache: Path | None = None) -> None:
    """Measure the model at `path` and print the tables or the document."""
    document = measure(app, path, wish, jit_cache)
    if as_json:
        app.print_json(document)
    else:
        show(app, document)


def measure(app: App, path: Path, wish: BenchWish, jit_cache: Path | None = None) -> "BenchDocument":
    """Return what was found; how far it is stands on stderr. UsageError for a wish that can't be met."""
    from drill.core.infer.weights.open import open_checkpoint
    from drill.sessions.models.bench import Plan, bench
    from drill.sessions.models.lineup import lineup

    names = names_of(wish)
    checkpoint = open_checkpoint(path)
    tasks = tasks_of(wish, checkpoint.config.context)
    plan = Plan(tasks, wish.rounds, wish.threads, wish.quiet_seconds)
    with _Meter(app) as meter:
        launches = lineup(_setting(path, wish, tasks, jit_cache), names)
        report = bench(checkpoint, launches, plan, app.env, meter.show)
    return _document(checkpoint.config.name, plan, report)


def tasks_of(wish: BenchWish, context: int) -> "list[Task]":
    """Return what is measured; UsageError where it doesn't fit the model's context."""
    from drill.core.bench.protocol import Task

    tasks = [Task("decode", before, wish.tokens) for before in wish.contexts]
    tasks += [Task("prefill", 0, size) for size in wish.prompts]
    for task in tasks:
        if task.room > context:
            raise UsageError(
                f"{task.name} needs {task.room} tokens, the model's context is {context}; take less"
            )
    return tasks


def names_of(wish: BenchWish) -> list[str]:
    """Return the contenders' names; UsageError for one that nobody has, or when none is left."""
    from drill.sessions.models.lineup import NAMES

    for name in (*wish.only, *wish.without):
        if name not in NAMES:
            raise UsageError(f"no contender is called `{name}`; there are {', '.join(NAMES)}")
    names = [name for name in wish.only or NAMES if name not in wish.without]
    if not names:
        raise UsageError("--without leaves no contender; name fewer")
    return names


def _setting(path: Path, wish: BenchWish, tasks: "Sequence[Task]", jit_cache: Path | None) -> "Setting":
    from drill.sessions.models.lineup import Setting

    return Setting(
        model=path,
        threads=wish.threads,
        room=max(task.room for task in tasks),
        python=sys.executable,
        peer_python=wish.peer_python,
        jit_cache=jit_cache,
        device=wish.device,
    )


def _document(model: str, plan: "Plan", report: "Report") -> "BenchDocument":
    from drill.cli.bench_documents import (
        BenchAbsentDocument,
        BenchContenderDocument,
        BenchDocument,
        BenchFigureDocument,
    )

    rows = [
        BenchFigureDocument(
            contender=figure.contender,
            task=figure.task.name,
            tokens_per_second=figure.rate,
            lowest=figure.lowest,
            highest=figure.highest,
            ratio=figure.ratio,
            ceiling_share=share,
        )
        for figure, share in zip(report.figures, report.shares, strict=True)
    ]
    return BenchDocument(
        model=model,
        threads=plan.threads,
        rounds=plan.rounds,
        bandwidth=report.bandwidth,
        contenders=[BenchContenderDocument(entry.name, entry.hello.what) for entry in report.entries],
        absent=[BenchAbsentDocument(name, why) for name, why in report.absent.items()],
        figures=rows,
        quiet=report.quiet,
        waits=report.waits,
    )


def show(app: App, document: "BenchDocument") -> None:
    """Print the tables."""
    from drill.ui.bench import Row, Run, bench_view

    run = Run(
        model=document.model,
        threads=document.threads,
        rounds=document.rounds,
        bandwidth=document.bandwidth,
        contenders={one.name: one.what for one in document.contenders},
        absent={one.name: one.why for one in document.absent},
        quiet=document.quiet,
        waits=document.waits,
    )
    rows = [
        Row(
            one.task,
            one.contender,
            one.tokens_per_second,
            one.lowest,
            one.highest,
            one.ratio,
            one.ceiling_share,
        )
        for one in document.figures
    ]
    for part in bench_view(run, rows):
        app.console.print(part)


class _Meter:
    """How many samples there are, on one line of stderr that goes away at the end; nothing over a pipe."""

    def __init__(self, app: App) -> None:
        self._stream = app.stderr if app.stderr.isatty() else None

    def __enter__(self) -> "_Meter":
        self._write("starting the contenders")
        return self

    def __exit__(self, *_: object) -> None:
        self._write("")

    def show(self, done: int, total: int) -> None:
        """Show that `done` of `total` samples are there."""
        self._write(f"sample {done} of {total}")

    def _write(self, text: str) -> None:
        if self._stream:
            self._stream.write(f"\r\x1b[K{text}")
            self._stream.flush()
