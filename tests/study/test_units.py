"""Units: names forgiven and refused, and which dimensions count things."""

import pytest

from drill.study.units import TABLE, UnknownUnit, is_count, unit


@pytest.mark.parametrize(
    ("name", "dimension", "factor"),
    [
        ("GiB", "bytes", 2**30),
        ("GIB", "bytes", 2**30),
        ("kb", "bytes", 1000),
        ("Gbit", "bits", 1e9),
        ("tok / s", "tokens/time", 1),
        ("tok/ms", "tokens/time", 1000),
        ("k tokens", "tokens", 1000),
        ("indices", "indices", 1),
        ("bits/weight", "bits/weights", 1),
    ],
)
def test_dimension_and_factor(name: str, dimension: str, factor: float) -> None:
    found = unit(name)
    assert (found.name, found.dimension) == (name, dimension)
    assert found.factor == pytest.approx(factor)


@pytest.mark.parametrize("name", ["foo", "Mb", "b", "/s", "GB/", "a/b/c", "k ms"])
def test_unknown(name: str) -> None:
    with pytest.raises(UnknownUnit, match="no unit"):
        unit(name)


def test_every_name_of_the_table_is_found_as_written() -> None:
    assert all(unit(name)[1:] == TABLE[name] for name in TABLE)


def test_counts() -> None:
    assert is_count("tokens")
    assert is_count("blocks")
    assert not is_count("bytes")
    assert not is_count("ratio")
