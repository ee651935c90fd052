"""Someone at a terminal: keys in, pages out, over one bank with a question of each kind.

Leaves out what a real terminal adds (cli/test_terminal.py).
"""

import io
from datetime import date, timedelta
from pathlib import Path

import click
import pytest
from rich.cells import cell_len
from rich.console import Console

from drill.cli.app import App, Paths
from drill.cli.main import run
from drill.study.calibration import Bin
from drill.study.confidence import Brier, Sureness
from drill.study.effort import TopicEffort, WeekEffort
from drill.study.forecast import DayLoad
from drill.study.heatmap import weeks_until
from drill.study.linemap import LineStanding
from drill.study.mastery import standing
from drill.study.mock_report import MockReport, PartReport, Shown, Study
from drill.study.outline import OutlineLine
from drill.study.posterior import Estimate
from drill.study.question import ItemId, Topic
from drill.study.readiness import Ready
from drill.study.statistics import Statistics
from drill.study.trouble import HardItem, SureMiss
from drill.ui.console import make_console

DAY = "2026-12-10T09:00:00+01:00"


class SeatedApp(App):
    """An app with someone at both ends, on a terminal that can't be cleared: pages follow one another."""

    width = 80

    @property
    def is_interactive(self) -> bool:
        return True

    @property
    def console(self) -> Console:
        return make_console(self.stdout, self.env, width=self.width)


class Seat:
    """Runs commands with strokes (a key, or a typed line) and keeps what stood there at each of them."""

    def __init__(self, paths: Paths) -> None:
        self.paths = paths
        self.width = 80
        self._strokes: list[str] = []
        self._out = io.StringIO()
        self._pages: list[str] = []

    def key(self) -> str:
        """Stand in for click.getchar."""
        self._turn_page()
        return self._strokes.pop(0)

    def line(self, prompt: str) -> str:
        """Stand in for input()."""
        self._out.write(prompt + self._strokes[0] + "\n")
        self._turn_page()
        return self._strokes.pop(0)

    def _turn_page(self) -> None:
        self._pages.append(self._out.getvalue())
        self._out.seek(0)
        self._out.truncate()

    def run(self, *args: str, strokes: tuple[str, ...] = (), now: str = DAY, says: str = "") -> list[str]:
        """Return the pages; the last one is what stood there at the end. `says` is what stands on stderr."""
        self._strokes, self._pages = list(strokes), []
        err = io.StringIO()
        app = SeatedApp(
            env={"DRILL_NOW": now}, paths=self.paths, stdin=io.StringIO(), stdout=self._out, stderr=err
        )
        app.width = self.width
        code = run(app, list(args))
        self._turn_page()
        log = self.paths.log.read_text() if self.paths.log.exists() else ""
        assert err.getvalue() + log == says
        assert code in {0, 1}
        assert self._strokes == []
        return self._pages

    def screens(self, *args: str, strokes: tuple[str, ...] = (), now: str = DAY) -> str:
        """Return the pages as one text, a rule between them; each fits and can steer no terminal."""
        pages = self.run(*args, strokes=strokes, now=now)
        rule = "=" * self.width
        text = f"\n{rule}\n".join("\n".join(map(str.rstrip, page.splitlines())) for page in pages)
        assert "\x1b" not in text
        too_wide = [line for line in text.splitlines() if cell_len(line) > self.width]
        assert too_wide == []
        return text


@pytest.fixture
def seat(home: Path, cache: Path, toy_banks: None, monkeypatch: pytest.MonkeyPatch) -> Seat:
    """A seat whose learner was asked the first questions and has read the primers."""
    seated = Seat(Paths(home, cache))
    monkeypatch.setattr(click, "getchar", seated.key)
    monkeypatch.setattr("builtins.input", seated.line)
    seated.run("config", "minutes", "20")
    seated.run("quiz", "--seed", "1", strokes=("\r", "q"))
    return seated


@pytest.fixture(params=[40, 80, 120])
def width(request: pytest.FixtureRequest, seat: Seat) -> int:
    """Narrow, usual and wide."""
    seat.width = int(request.param)
    return seat.width


@pytest.fixture
def statistics() -> Statistics:
    """A learner of thirteen weeks, with something to say in each section."""
    day = date(2026, 12, 10)
    counts = {day - timedelta(days=n): 3 + n * n % 29 for n in range(90) if n % 9}
    return Statistics(
        day=day,
        interview=date(2026, 12, 19),
        answers=sum(counts.values()),
        streak=8,
        pace=41.5,
        measured=0.89,
        expected=0.9,
        topics=[
            standing("kv-cache", [0.4, 0.5, 0.8], 12),
            standing("sampling", [0.9] * 9, 9),
            standing("<b>own</b> & more", [], 4),
        ],
        weeks=weeks_until(day, counts),
        loads=[DayLoad(day + timedelta(days=n), 14 - n // 3, n % 5, 8 if n < 9 else 0) for n in range(30)],
        bins=[
            Bin(0.5, 0.7, 0.64, 0.5, 6),
            Bin(0.85, 0.9, 0.88, 0.87, 210),
            Bin(0.9, 0.95, 0.92, 0.94, 80),
        ],
        rated_sure=120,
        sure=[
            SureMiss(ItemId("kv-bytes"), date(2026, 12, 8), 2, right_since=False),
            SureMiss(ItemId("gone"), date(2026, 11, 3), 1, right_since=True),
        ],
        brier=Brier(0.214, 0.037, 0.020, 0.197, 112),
        sureness=[
            Sureness(1, 0.35, 0.45, 20),
            Sureness(2, 0.7, 0.76, 50),
            Sureness(3, 0.95, 0.81, 42),
        ],
        hardest=[
            HardItem(ItemId("kv-bytes"), 5, 9, 1.25, aside=False),
            HardItem(ItemId("gone"), 8, 8, 0.5, aside=True),
            *(HardItem(ItemId(f"hard-{n}"), 1, 2, 4.0 + n, aside=False) for n in range(10)),
        ],
        efforts=[
            WeekEffort(date(2026, 9, 7) + timedelta(weeks=n), 900.0 + 800 * (n % 4), 40 - 3 * n, 20 + 9 * n)
            for n in range(14)
        ],
        topic_efforts=[
            TopicEffort(Topic("kv-cache"), 15000.0, 400),
            TopicEffort(Topic("sampling"), 5400.0, 151),
            TopicEffort(Topic(""), 60.0, 3),
        ],
        prompts={
            ItemId("kv-bytes"): "How much memory does the KV cache of {tokens} tokens take? <i>Exactly</i>"
        },
        readiness=[
            Ready(None, Estimate(0.62, 0.51, 0.72, 40.0), 40.0),
            Ready(Topic("sampling"), Estimate(0.48, 0.3, 0.66, 11.0), 11.0),
            Ready(Topic("kv-cache"), None, 4.0),
        ],
    )


@pytest.fixture
def lines() -> dict[Topic, list[LineStanding]]:
    """Two topics of the outline."""
    memory = "Memory is 2 x layers x kv_heads x head_dim x tokens x bytes; long contexts leave room for fewer"
    texts = {
        "kv-memory": memory,
        "kv-reuse": "Keys & values of <all> tokens are cached",
        "sampling": "Softmax",
    }
    found = [
        LineStanding(
            OutlineLine("kv-memory", Topic("kv-cache"), texts["kv-memory"]), standing("", [0.4], 8), 3
        ),
        LineStanding(
            OutlineLine("kv-reuse", Topic("kv-cache"), texts["kv-reuse"]), standing("", [0.9] * 7, 7), 0
        ),
        LineStanding(OutlineLine("sampling", Topic("sampling"), texts["sampling"]), standing("", [], 112), 0),
    ]
    return {Topic("kv-cache"): found[:2], Topic("sampling"): found[2:]}


def _asked(item: str, topic: str, score: float | None, seconds: float, kind: str = "choice") -> Shown:
    """A question whose prompt is as long as a report shows."""
    prompt = f"{item}: how many requests fit beside the weights, and which of them wait for blocks? Say <why>"
    return Shown(ItemId(item), Topic(topic), 3, kind, f"{prompt:.89}…", score, seconds)


@pytest.fixture
def mock_report() -> MockReport:
    """An interview of 45 minutes in which the longest texts come and next to nothing was known."""
    topics = ("structured-output", "context-windows", "prefill-decode", "kv-cache", "serving")
    warm_up = [
        _asked(f"a-warm-up-question-{n}", topics[n % 5], float(n == 3), 9.0 + 40 * n) for n in range(10)
    ]
    sizing = [_asked(f"a-sizing-step-{n}", "kv-cache", 0.0, 200.0, "numeric") for n in range(3)]
    point = (
        "Wide tensor parallelism lowers ITL and stores the weights once; narrow replicas communicate less "
    )
    asks = "How many requests of 8,192 tokens fit on two FP8 replicas of four GPUs each, and why?"
    talk = [
        _asked(f"an-open-question-{n}", "serving", 0.0, 400.0, "open")._replace(
            missed=[f"{point}and repeat them, part {place} of what was left unsaid." for place in range(8)],
            follow_ups=[(asks, True), (asks, False)],
        )
        for n in range(2)
    ]
    kata = [
        Shown(ItemId("kata:paged-attention"), Topic("kv-cache"), 4, "kata", "Paged attention", 0.46, 1200.0)
    ]
    parts = [("warm-up", 8.0, warm_up), ("sizing", 8.0, sizing), ("talk", 12.0, talk), ("kata", 17.0, kata)]
    return MockReport(
        mock="mock-2026-12-10-a59c",
        role="inference-engineer",
        day=date(2026, 12, 10),
        minutes=45.0,
        parts=[
            PartReport(name, minutes, sum(one.seconds for one in shown), shown)
            for name, minutes, shown in parts
        ],
        ready=[
            Ready(None, Estimate(0.13, 0.04, 0.36, 12.0), 12.0),
            Ready(Topic("kv-cache"), Estimate(0.11, 0.01, 0.3, 6.0), 6.0),
            *(Ready(Topic(topic), None, 1.0) for topic in (*topics[:3], "serving", "tokens", "sampling")),
        ],
        study=[
            Study(
                Topic(topic),
                [f"{topic}-line-{n}" for n in range(4)],
                [ItemId(f"a-daily-question-of-{n}") for n in range(3)],
                ["speculative-sampling", "kv-cache-sizing"] if topic != "serving" else [],
            )
            for topic in topics
        ],
        ended=True,
    )
