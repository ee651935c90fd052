"""How sure against how right, on the terminal and on the page: the Brier score, its parts, a chart.

Leaves out what was sure and wrong (stats_sections.py, stats_lists.py).
"""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from drill.study.confidence import LEAST_RATED, Brier, Sureness
from drill.study.statistics import Statistics
from drill.study.sure import ANSWERS
from drill.ui.amounts import counted
from drill.ui.charts import calibration_panel
from drill.ui.page import Chart, Facts, Part, Table
from drill.ui.rows import Rows

UNRATED = "no answer says yet how sure you were; `drill config confidence on` has drill ask"
_BAR = 20
_SCALE = "0 is perfect, saying 0.5 each time scores 0.25"
_SUM = "score = reliability - resolution + uncertainty"
_TOO_FEW = f"from {LEAST_RATED} answers on a chart shows how often you were right when you said so"


def confidence_view(statistics: Statistics) -> list[RenderableType]:
    """Return the section of the terminal."""
    score = statistics.brier
    if score is None:
        return [Text(UNRATED, style="quiet")]
    rows = [(name, Text(value), Text(means, style="quiet")) for name, value, means in _parts(score)]
    return [
        Text(score_words(score)),
        Rows(rows),
        Text(_SUM, style="quiet"),
        Text(),
        *_bars(statistics.sureness),
    ]


def score_words(score: Brier) -> str:
    """Return the score with what it is to be held against."""
    return f"Brier score {score.score:.3f} from {counted(score.answers, 'answer')}; {_SCALE}"


def _bars(shares: Sequence[Sureness]) -> list[RenderableType]:
    """Return for each confidence a bar as long as the share right, with a mark where it should end."""
    if not shares:
        return [Text(_TOO_FEW, style="quiet")]
    rows = [
        (
            _word(one),
            Text(f"said {one.forecast:.2f}"),
            Text(f"right {one.right:.2f}"),
            _marked_bar(one.right, one.forecast),
            Text(counted(one.answers, "answer"), style="quiet"),
        )
        for one in shares
    ]
    return [Rows(rows), Text("| is where a bar should end", style="quiet"), Text(_verdict(shares))]


def _marked_bar(share: float, mark: float) -> Text:
    filled, at = round(_BAR * share), int(_BAR * mark)
    bar = Text("#" * filled, style="accent") + Text("." * (_BAR - filled), style="quiet")
    return bar[:at] + Text("|", style="head") + bar[at + 1 :]


def confidence_parts(statistics: Statistics) -> list[Part]:
    """Return the section of the page."""
    score, shares = statistics.brier, statistics.sureness
    if score is None:
        return [sentence(UNRATED)]
    facts = Facts([("Brier score", f"{score.score:.3f}"), ("Answers", f"{score.answers:,}")])
    table = Table(f"Its parts; of the score {_SCALE}", ("Part", "Value", "Meaning"), _parts(score))
    return [facts, table, sentence(_SUM), _chart(shares) if shares else sentence(_TOO_FEW)]


def _chart(shares: Sequence[Sureness]) -> Chart:
    rows = [(_word(one), f"{one.forecast:.2f}", f"{one.right:.2f}", f"{one.answers:,}") for one in shares]
    return Chart(
        "How sure against how right",
        "On the dashed line you were right as often as you said; below it, you were too sure. "
        + sentence(_verdict(shares)),
        [calibration_panel([(one.forecast, one.right) for one in shares])],
        Table("How sure against how right", ("You said", "Taken as", "Right", "Answers"), rows),
    )


def _parts(score: Brier) -> list[tuple[str, str, str]]:
    """Return the parts of the score: name, value and what it means."""
    return [
        ("reliability", f"{score.reliability:.3f}", "how far what came lies from what you said; 0 is best"),
        ("resolution", f"{score.resolution:.3f}", "how well it tells right from wrong; more is better"),
        ("uncertainty", f"{score.uncertainty:.3f}", "what saying your share right each time would score"),
    ]


def _word(one: Sureness) -> str:
    return ANSWERS[one.confidence - 1]


def _verdict(shares: Sequence[Sureness]) -> str:
    """Return what was said and what came, on average."""
    answers = sum(one.answers for one in shares)
    said = sum(one.answers * one.forecast for one in shares) / answers
    right = sum(one.answers * one.right for one in shares) / answers
    return f"on average you said {said:.2f}, and {right:.2f} were right"


def sentence(words: str) -> str:
    """Return words as a sentence of the page."""
    return f"{words[:1].upper()}{words[1:]}."
