"""What `drill tune` found, as a table.

Leaves out the figures' meaning: docs and `drill tune --help` say it.
"""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from drill.study.tuning import AVERAGED, LEAST_REVIEWS, Foreteller, Trial

_NAMES: dict[Foreteller, str] = {
    "fitted": "weights fitted to the earlier ones",
    "present": "present weights",
    "default": "default weights",
    "constant": "always the earlier share",
    "average": f"share of the last {AVERAGED}",
}


def tuning_view(reviews: int, trial: Trial | None, *, adopted: bool, dry: bool) -> Iterator[RenderableType]:
    """Yield what was tried and what became of it."""
    if trial is None:
        yield Text(f"{reviews} usable reviews; {LEAST_REVIEWS} are needed, answered again on a later day")
        return
    yield Text(
        f"{reviews:,} usable reviews: the last {trial.later:,} foreseen from those before", style="head"
    )
    yield _table(trial)
    yield Text(_outcome(trial, adopted=adopted, dry=dry))


def _table(trial: Trial) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_row("", Text("log loss", style="quiet"), Text("RMSE(bins)", style="quiet"))
    for name, measure in trial.measures.items():
        figures = (f"{figure:.4f}" for figure in measure)
        table.add_row(_NAMES[name], *(Text(figure, justify="right") for figure in figures))
    return table


def _outcome(trial: Trial, *, adopted: bool, dry: bool) -> str:
    if adopted:
        return "the fitted weights foresee better: adopted; `drill config weights default` takes them back"
    if not trial.is_better:
        return "the present weights foresee at least as well: nothing changed"
    return "the fitted weights foresee better" + ("; without --dry-run they are adopted" if dry else "")
