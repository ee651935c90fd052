"""Where a learner stands, all figures as values.

Leaves out how they are reckoned (sessions) and drawn (ui).
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from drill.study.calibration import Bin
from drill.study.confidence import Brier, Sureness
from drill.study.effort import TopicEffort, WeekEffort
from drill.study.forecast import DayLoad
from drill.study.heatmap import Week
from drill.study.mastery import Standing
from drill.study.question import ItemId
from drill.study.readiness import Ready
from drill.study.trouble import HardItem, SureMiss


class Statistics(NamedTuple):
    """All figures of one day.

    `pace` is seconds per answer; `measured` and `expected` are recall over the newest answers, `bins` over
    all; `rated_sure` counts answers with a word on how sure they were, `brier` scores those words, `sureness`
    has how often each came true; `prompts` has the start of what each
    item in `sure` and `hardest` asks, as far as a bank holds it still. `readiness` only where shown.
    """

    day: date
    interview: date | None
    answers: int
    streak: int
    pace: float
    measured: float | None
    expected: float | None
    topics: Sequence[Standing]
    weeks: Sequence[Week]
    loads: Sequence[DayLoad]
    bins: Sequence[Bin]
    rated_sure: int
    sure: Sequence[SureMiss]
    brier: Brier | None
    sureness: Sequence[Sureness]
    hardest: Sequence[HardItem]
    efforts: Sequence[WeekEffort]
    topic_efforts: Sequence[TopicEffort]
    prompts: Mapping[ItemId, str]
    readiness: Sequence[Ready] = ()

    def minutes(self, load: DayLoad) -> float:
        """Return how long a day takes at the learner's own pace."""
        return load.items * self.pace / 60
