"""Models listed, one model's numbers, and the bar of a download.

Leaves out what a model says (talk.py) and how fast it is (bench.py).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from drill.core.infer.model.config import LinearScaling, ModelConfig, Scaling

# who keeps the cache in which kind of number, or in one of the same size
_KEEPERS = {"float32": "numpy, torch on a CPU", "float16": "numba; as many in torch's bfloat16 on CUDA"}


class Format(Protocol):
    """The tensors of one format."""

    @property
    def format(self) -> str: ...
    @property
    def tensors(self) -> int: ...
    @property
    def parameters(self) -> int: ...


class Words(Protocol):
    """A vocabulary."""

    @property
    def tokens(self) -> int: ...
    @property
    def pre_tokenizer(self) -> str: ...
    @property
    def bos(self) -> int | None: ...
    @property
    def bos_text(self) -> str: ...
    @property
    def eos(self) -> int | None: ...
    @property
    def eos_text(self) -> str: ...
    @property
    def adds_bos(self) -> bool: ...
    @property
    def chat(self) -> str: ...


class Summary(Protocol):
    """A model in numbers; bytes a token are of the weights read and of the cache that is left."""

    @property
    def title(self) -> str: ...
    @property
    def config(self) -> ModelConfig: ...
    @property
    def file_bytes(self) -> int: ...
    @property
    def parameters(self) -> int: ...
    @property
    def formula_parameters(self) -> int | None: ...
    @property
    def weight_bytes(self) -> int: ...
    @property
    def token_bytes(self) -> int: ...
    @property
    def kv_bytes(self) -> Mapping[str, int]: ...
    @property
    def formats(self) -> Sequence[Format]: ...
    @property
    def words(self) -> Words | None: ...
    @property
    def license(self) -> str | None: ...
    @property
    def quantization(self) -> str: ...


def list_view(rows: Iterable[tuple[str, str, str, Summary | None, str]]) -> RenderableType:
    """Return models, each a line of facts above its path: name, path, origin, summary, trouble."""
    lines = []
    for name, path, origin, summary, trouble in rows:
        facts = Text(trouble, style="wrong") if summary is None else Text(short(summary), style="quiet")
        lines.append(Text(name, style="accent") + Text(" · ") + facts + Text(f" · {origin}", style="quiet"))
        lines.append(Text(f"  {path}", overflow="fold"))
    if not lines:
        return Text("no model yet; `drill model get smollm2` fetches one")
    return Text("\n").join(lines)


def short(summary: Summary) -> str:
    """Return family, size and formats of a model in a few words."""
    size = f"{summary.parameters / 1e6:,.1f} M parameters · {megabytes(summary.file_bytes)}"
    return f"{summary.config.family} · {size} · {summary.quantization}"


def megabytes(count: int) -> str:
    """Return bytes in units of 10^6."""
    return f"{count / 1e6:,.1f} MB"


def info_view(path: str, summary: Summary) -> list[RenderableType]:
    """Return all that a model's header says."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="quiet", no_wrap=True)
    grid.add_column(overflow="fold")
    vocabulary = _vocabulary(summary.words) if summary.token_bytes else ()
    for label, text in [*_shape(summary), *_sizes(summary), *vocabulary]:
        grid.add_row(label, text)
    grid.add_row("license", summary.license or "not said")
    grid.add_row("path", path)
    return [Text(summary.title, style="head"), Text(), grid]


def _shape(summary: Summary) -> Iterator[tuple[str, str]]:
    config = summary.config
    yield (
        "family",
        f"{config.family} · {config.layers} layers · width {config.width:,} · hidden {config.hidden:,}",
    )
    window = "full" if config.window is None else f"sliding window of {config.window:,}"
    extras = [name for name, has in (("QKV bias", config.qkv_bias), ("QK norm", config.qk_norm)) if has]
    heads = f"{config.heads} heads · {config.kv_heads} KV heads · head dim {config.head_dim}"
    yield "attention", " · ".join([heads, window, *extras])
    rope = f"RoPE, theta {config.rope_theta:,.0f}" if config.rope_dims else "learned"
    yield "positions", f"{rope}{_scaling(config.rope_scaling)} · context {config.context:,}"
    if config.family == "bert":
        yield (
            "embedding",
            f"{config.vocabulary:,} rows · a text becomes one vector of {config.width:,} numbers",
        )
        return
    yield "embedding", f"{config.vocabulary:,} rows · {'tied' if config.tied else 'not tied'} to the output"


def _scaling(scaling: Scaling | None) -> str:
    if scaling is None:
        return ""
    how = "linearly" if isinstance(scaling, LinearScaling) else "as Llama 3"
    return f", scaled by {scaling.factor:g} {how}"


def _sizes(summary: Summary) -> Iterator[tuple[str, str]]:
    agrees = " · as `params.dense` counts" if summary.formula_parameters == summary.parameters else ""
    yield "parameters", f"{summary.parameters:,}{agrees}"
    yield (
        "formats",
        " · ".join(f"{one.format} {one.parameters:,} in {one.tensors}" for one in summary.formats),
    )
    yield "weights", f"{summary.weight_bytes:,} bytes"
    if summary.token_bytes:
        yield "a token reads", f"{summary.token_bytes:,} bytes of weights"
    for kind, count in summary.kv_bytes.items():
        yield "a token's KV", f"{count:,} bytes in {kind} ({_KEEPERS[kind]})"


def _vocabulary(words: Words | None) -> Iterator[tuple[str, str]]:
    if words is None:
        yield "vocabulary", "none: token ids only"
        return
    yield "vocabulary", f"{words.tokens:,} tokens · pre-tokenizer {words.pre_tokenizer}"
    adds = " · put before a raw prompt" if words.adds_bos else ""
    yield "BOS", f"{_token(words.bos, words.bos_text)}{adds}"
    yield "EOS", _token(words.eos, words.eos_text)
    yield "chat template", words.chat


def _token(number: int | None, text: str) -> str:
    return "none" if number is None else f"{number} {text}"


@contextmanager
def counting_bar(console: Console, what: str) -> Iterator[Callable[[int, int], None]]:
    """Show how many of a number of things are done; nothing stays on the screen, and a pipe sees nothing."""
    bar = BarColumn(None, style="quiet", complete_style="accent", finished_style="accent")
    columns = TextColumn(what), bar, TextColumn("{task.completed} of {task.total}", style="quiet")
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("", visible=False)

        def move(done: int, total: int) -> None:
            shown.update(task, completed=done, total=total, visible=True)

        yield move


@contextmanager
def progress_bar(console: Console) -> Iterator[Callable[[str, int, int], None]]:
    """Show how far the stage named is; nothing stays on the screen, and a pipe sees nothing."""
    bar = BarColumn(None, style="quiet", complete_style="accent", finished_style="accent")
    columns = TextColumn("{task.description}"), bar, TextColumn("{task.fields[size]}", style="quiet")
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("", visible=False, size="")

        def move(stage: str, done: int, total: int) -> None:
            size = f"{done / 1e6:.1f} of {megabytes(total)}"
            shown.update(task, description=stage, completed=done, total=total, size=size, visible=True)

        yield move
