"""Illustrative prices of three sizes of model, for questions that need a price.

Leaves out every provider's real price list: these rows belong to none and will not go stale.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

SOURCE = "illustrative, no provider's price"
WRITTEN = "2026-11-29"


class Price(NamedTuple):
    """One row; dollars a million tokens; `date` is the day the row was made up."""

    name: str
    input_price: float
    output_price: float
    source: str
    date: str


PRICES: Mapping[str, Price] = MappingProxyType(
    {
        "small": Price("a small model", 0.2, 0.8, SOURCE, WRITTEN),
        "medium": Price("a medium model", 1.0, 4.0, SOURCE, WRITTEN),
        "large": Price("a large model", 3.0, 15.0, SOURCE, WRITTEN),
    }
)
