"""Examples of drill.facts.structured: token masks and what they do to odds."""

import pytest

from drill.facts import structured
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("mask_bytes", {"batch": 1, "vocab": 128_256}, 16_032),
    ("mask_bytes", {"batch": 2, "vocab": 50_257}, 12_568),
    (
        "masked_step_seconds",
        {"step_seconds": 0.01, "mask_seconds": 0.0002, "sequences": 256, "threads": 4},
        0.0128,
    ),
    (
        "masked_step_seconds",
        {"step_seconds": 0.01, "mask_seconds": 0.00004, "sequences": 64, "threads": 1},
        0.01,
    ),
    ("share_given_valid", {"share": 0.8, "valid": 0.2, "other_valid": 0.8}, 0.5),
    ("share_given_valid", {"share": 0.5, "valid": 0.1, "other_valid": 0.9}, 0.1),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(structured, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)


def test_masks_need_a_thread() -> None:
    with pytest.raises(ValueError, match="thread"):
        structured.masked_step_seconds(step_seconds=1, mask_seconds=1, sequences=1, threads=0)


def test_no_share_of_nothing_valid() -> None:
    with pytest.raises(ValueError, match="valid text"):
        structured.share_given_valid(share=0.5, valid=0, other_valid=0)
