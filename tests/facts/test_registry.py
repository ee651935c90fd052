"""The registry, and what every formula and row must carry."""

import runpy
from collections import Counter
from pathlib import Path

import pytest

from drill.facts import registry


def _examples() -> Counter[str]:
    """Count the examples of each formula in the tables of the neighbouring files."""
    counts: Counter[str] = Counter()
    for theme in registry.THEMES:
        table = runpy.run_path(str(Path(__file__).with_name(f"test_{theme}.py")))["EXAMPLES"]
        counts.update(f"{theme}.{name}" for name, _, _ in table)
    return counts


def test_every_formula_has_at_least_two_examples() -> None:
    counts = _examples()
    assert [name for name in registry.names() if counts[name] < 2] == []


@pytest.mark.parametrize("name", registry.names())
def test_every_formula_names_its_unit_and_a_source(name: str) -> None:
    text = registry.formula(name).__doc__ or ""
    assert text.startswith("Return ")
    assert "Unit: " in text
    assert "Source: " in text


@pytest.mark.parametrize("name", registry.names())
def test_every_argument_is_given_by_name(name: str) -> None:
    code = registry.formula(name).__code__
    assert code.co_argcount == 0
    assert code.co_kwonlyargcount > 0


def test_an_unknown_formula_names_close_ones() -> None:
    with pytest.raises(LookupError, match=r"no formula `kv.cache_byte`; did you mean kv.cache_bytes\?"):
        registry.formula("kv.cache_byte")


@pytest.mark.parametrize(
    "name", ["", "kv", "kv.", "registry.formula", "kv.rounding", "os.system", "kv._check_block"]
)
def test_nothing_but_formulas_is_found(name: str) -> None:
    with pytest.raises(LookupError, match="no formula"):
        registry.formula(name)


def test_an_unknown_table_is_named() -> None:
    with pytest.raises(LookupError, match="no table `model`; did you mean models"):
        registry.table("model")


@pytest.mark.parametrize("name", registry.TABLES)
def test_every_row_has_a_source_and_a_date(name: str) -> None:
    for row in registry.table(name).values():
        fields = row._asdict()
        assert fields["source"]
        assert len(fields["date"].split("-")) == 3
