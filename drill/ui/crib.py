"""`drill sheet` on a terminal, as Markdown, as a PDF and as a page that prints on one sheet of paper.

Leaves out the elements of a page (page.py). All of them show the same sections.
"""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from drill.facts.gpus import GPUS, Gpu
from drill.facts.kv import bytes_per_token
from drill.facts.models import MODELS, Model
from drill.study.crib import Crib
from drill.study.text import harmless
from drill.study.units import display
from drill.ui.amounts import counted, of_year
from drill.ui.markdown import markdown
from drill.ui.page import Section, Table, page
from drill.ui.pdf import pdf
from drill.ui.rows import Rows

_TITLE = "The sheet"
_WORKED = "Worked numbers"
_BF16_BYTES = 2
# wide tables one below the other; on one sheet of A4 in small type, and two of them side by side
_STYLE = """
main{grid-template-columns:minmax(0,1fr)}
@media print{
@page{size:A4;margin:9mm}
html{font-size:7pt}
body{font-size:1rem;line-height:1.3}
h1{font-size:1.4rem}
h2{margin-bottom:.2rem}
header p{margin-bottom:.6rem}
main{gap:.9rem 1.5rem;grid-template-columns:auto auto}
th,td{padding:.12rem .6rem .12rem 0}
.long{min-width:0}
.scroll{overflow:visible}
}
"""


def crib_page(crib: Crib) -> str:
    """Return the page."""
    return page(_TITLE, _lead(crib), _sections(crib), style=_STYLE)


def crib_markdown(crib: Crib) -> str:
    """Return the sheet as Markdown."""
    return markdown(_TITLE, _lead(crib), _sections(crib))


def crib_pdf(crib: Crib) -> bytes:
    """Return the sheet as a PDF of one page; MissingError without the packages that make one."""
    return pdf(_TITLE, _lead(crib), _sections(crib))


def crib_view(crib: Crib) -> list[RenderableType]:
    """Return the sheet for a terminal."""
    parts: list[RenderableType] = [Text(_TITLE, style="head").append(f" · {_lead(crib)}", style="quiet")]
    for section in _sections(crib):
        parts += [Text(), Text(section.title, style="head")]
        for part in section.parts:
            parts += _table_view(part) if isinstance(part, Table) else [Text(str(part))]
    return parts


def _lead(crib: Crib) -> str:
    on = f", on {', '.join(crib.topics)}" if crib.topics else ""
    return f"For {of_year(crib.day)}{on}"


def _sections(crib: Crib) -> list[Section]:
    lines = Table(_WORKED, ("Formula", "For", "Gives"), crib.lines)
    formulas: list[Table | str] = [lines] if crib.lines else ["No formula is on these topics."]
    return [
        Section("Formulas", formulas, wide=True),
        Section("GPUs", [_gpus()]),
        Section("Models", [_models()]),
        Section("Your own misses", list(_misses(crib)), wide=True),
    ]


def _gpus() -> Table:
    rows = [_gpu(gpu) for gpu in GPUS.values()]
    caption = f"Data sheets, dense figures, read on {_dates(gpu.date for gpu in GPUS.values())}"
    return Table(caption, ("GPU", "Memory", "Bandwidth", "BF16 FLOP/s", "FP8 FLOP/s"), rows)


def _gpu(gpu: Gpu) -> tuple[str, ...]:
    flops = ["none" if each is None else f"{each / 1e12:,.0f} T" for each in (gpu.bf16_flops, gpu.fp8_flops)]
    return (gpu.name, f"{gpu.memory_bytes / 1e9:.0f} GB", f"{gpu.bandwidth / 1e9:,.0f} GB/s", *flops)


def _models() -> Table:
    rows = [_model(model) for model in MODELS.values()]
    caption = (
        f"Published configs, read on {_dates(model.date for model in MODELS.values())}; KV cache in BF16"
    )
    head = ("Model", "Parameters", "Layers", "Hidden", "Heads/KV", "Context", "KV a token")
    return Table(caption, head, rows)


def _model(model: Model) -> tuple[str, ...]:
    cache = bytes_per_token(
        layers=model.layers,
        kv_heads=model.kv_heads,
        head_dim=model.head_dim,
        bytes_per_element=_BF16_BYTES,
    )
    return (
        model.name,
        f"{display(model.parameters / 1e9, '')} B",
        f"{model.layers}",
        f"{model.hidden:,}",
        f"{model.heads}/{model.kv_heads}",
        f"{model.max_context:,}",
        display(cache, "KiB"),
    )


def _dates(days: Iterator[str]) -> str:
    return " and ".join(sorted(set(days)))


def _misses(crib: Crib) -> Iterator[Table | str]:
    if not crib.misses:
        yield "Nothing was missed yet."
        return
    rows = [(miss.item, miss.why, miss.asks) for miss in crib.misses]
    yield Table("The worst first", ("Item", "Why", "Asks"), rows)
    rest = crib.missed - len(crib.misses)
    if rest:
        yield f"And {counted(rest, 'item')} more: drill stats hardest."


def _table_view(table: Table) -> list[RenderableType]:
    if table.caption == _WORKED:
        return _worked_view(table)
    head = tuple(Text(name, style="quiet") for name in table.head)
    rows = Rows([head, *(tuple(map(harmless, row)) for row in table.rows)])
    return [Text(table.caption, style="quiet"), rows]


def _worked_view(table: Table) -> list[RenderableType]:
    """Return formulas, each above its worked number: side by side they need a wide screen."""
    parts: list[RenderableType] = []
    for says, given, result in table.rows:
        worked = Text(f"{given}: ", style="quiet").append(result, style="strong")
        parts += [Text(says, style="accent"), Padding(worked, (0, 0, 0, 2), expand=False)]
    return parts
