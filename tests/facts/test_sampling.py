"""Examples of drill.facts.sampling: softmax of [2, 1, 0] and hand-sized cases."""

import pytest

from drill.facts import sampling
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("softmax_first", {"first": 2, "second": 1, "third": 0, "temperature": 1}, 0.66524),
    ("softmax_first", {"first": 2, "second": 1, "third": 0, "temperature": 0.5}, 0.86681),
    ("softmax_first", {"first": 1000, "second": 0, "third": 0, "temperature": 1}, 1),
    ("logit_bias_odds", {"bias": 1, "temperature": 1}, 2.71828),
    ("logit_bias_odds", {"bias": 1, "temperature": 0.5}, 7.38906),
    ("perplexity3", {"a": -1, "b": -1, "c": -1}, 2.71828),
    ("perplexity3", {"a": -2, "b": -1, "c": 0}, 2.71828),
    ("min_p_floor", {"min_p": 0.1, "top_probability": 0.6}, 0.06),
    ("min_p_floor", {"min_p": 0.05, "top_probability": 0.2}, 0.01),
    ("pass_at_k", {"samples": 10, "correct": 3, "k": 1}, 0.3),
    ("pass_at_k", {"samples": 5, "correct": 4, "k": 2}, 1),
    ("two_logit_probability", {"gap": 0, "temperature": 1}, 0.5),
    ("two_logit_probability", {"gap": 1, "temperature": 0.5}, 0.88080),
    ("min_p_logit_gap", {"min_p": 0.1, "temperature": 1}, 2.302585),
    ("min_p_logit_gap", {"min_p": 0.25, "temperature": 2}, 2.772589),
    ("samples_until", {"success": 0.5, "target": 0.99}, 7),
    ("samples_until", {"success": 0.9, "target": 0.99}, 2),  # float noise must not make it 3
    ("standard_error", {"share": 0.8, "items": 100}, 0.04),
    ("standard_error", {"share": 0.5, "items": 400}, 0.025),
    ("paired_standard_errors", {"only_first": 20, "only_second": 5}, 3),
    ("paired_standard_errors", {"only_first": 16, "only_second": 9}, 1.4),
    ("same_text_share", {"flip": 0.5, "tokens": 3}, 0.125),
    ("same_text_share", {"flip": 0.001, "tokens": 1000}, 0.367695),
    ("throughput_loss", {"before_seconds": 26, "after_seconds": 42}, 0.380952),
    ("throughput_loss", {"before_seconds": 10, "after_seconds": 20}, 0.5),
    ("ulp", {"exponent": 8, "significand_bits": 8}, 2),
    ("ulp", {"exponent": 0, "significand_bits": 24}, 2**-23),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(sampling, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)


def test_temperature_zero_is_not_a_softmax() -> None:
    with pytest.raises(ValueError, match="above 0"):
        sampling.softmax_first(first=1, second=0, third=0, temperature=0)


def test_an_exponent_out_of_range_is_named() -> None:
    with pytest.raises(ValueError, match="too large"):
        sampling.logit_bias_odds(bias=100, temperature=0.1)


def test_more_right_samples_than_samples_is_refused() -> None:
    with pytest.raises(ValueError, match="correct <= samples"):
        sampling.pass_at_k(samples=3, correct=4, k=1)
