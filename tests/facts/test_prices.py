"""Price rows: illustrative, and dearer out than in."""

from drill.facts.prices import PRICES


def test_rows_say_that_they_are_illustrative() -> None:
    assert all("illustrative" in price.source for price in PRICES.values())


def test_output_costs_more_than_input_and_larger_more_than_smaller() -> None:
    small, medium, large = (PRICES[key] for key in ("small", "medium", "large"))
    assert small.input_price < medium.input_price < large.input_price
    assert all(price.output_price > price.input_price for price in PRICES.values())
