"""The JSON document of `drill plan`.

Leaves out those of the other commands (documents.py).
"""

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from drill.cli.kata_documents import KataOfferDocument
from drill.study.campaign import Campaign, DayPlan


class DayPlanDocument(Struct):
    """One day in PlanDocument; `minutes` are all of it, katas and a mock interview among them."""

    day: date
    reviews: int
    new: int
    katas: Sequence[KataOfferDocument]
    mock: bool
    minutes: float
    rest: bool

    @classmethod
    def of(cls, day: DayPlan) -> "DayPlanDocument":
        """Return the document of a day."""
        katas = [KataOfferDocument(*kata) for kata in day.katas]
        return cls(day.day, day.reviews, day.new, katas, day.mock, round(day.minutes, 1), day.rest)


class PlanDocument(Struct):
    """`drill plan --json`: each day up to the eve; expected recall (0 to 1) with the plan and without."""

    day: date
    interview: date
    recall_with: float
    recall_without: float
    days: Sequence[DayPlanDocument]
    version: int = 1

    @classmethod
    def of(cls, campaign: Campaign) -> "PlanDocument":
        """Return the document of a plan."""
        return cls(
            day=campaign.today,
            interview=campaign.interview,
            recall_with=round(campaign.planned, 4),
            recall_without=round(campaign.idle, 4),
            days=[DayPlanDocument.of(day) for day in campaign.days],
        )


PLAN_DOCUMENTS = (PlanDocument,)
