"""Which options are the same answer."""

import msgspec
import pytest

from drill.authoring.checks.options import check_options
from drill.study.question import Choice


def faults(*texts: str) -> int:
    options = [{"text": text, "why": text, "right": place == 0} for place, text in enumerate(texts)]
    common = {"id": "toy", "difficulty": 2, "outline": ["k"], "sources": [{"key": "s"}]}
    fields = common | {"prompt": "p", "explanation": "e", "options": options}
    return len(list(check_options(msgspec.convert({"kind": "choice"} | fields, Choice))))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1 GiB", "1024 MiB"),
        ("25%", "1/4"),
        ("1.5 s", "1,500 ms"),
        ("KV cache", "kv-cache."),
        ("caf\u00e9", "cafe\u0301"),
    ],
)
def test_same(one: str, other: str) -> None:
    assert faults(one, other) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1 GiB", "1 GB"),
        ("2 tokens", "2 ms"),
        ("-inf", "inf"),
        ("O(n)", "O(n**2)"),
        ("1 GiB a token", "1024 MiB a token"),
    ],
)
def test_different(one: str, other: str) -> None:
    assert faults(one, other) == 0


def test_three_equal_options_are_two_faults() -> None:
    assert faults("a", "A", "a.") == 2
