"""Finds a formula (`kv.cache_bytes`) or a table (`models`) by the name that a bank writes.

Leaves out evaluating anything; a theme is imported when first asked for.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple, cast

Number = int | float
Formula = Callable[..., Number]
Row = NamedTuple

THEMES = (
    "context",
    "hardware",
    "kv",
    "latency",
    "limits",
    "params",
    "price",
    "sampling",
    "serving",
    "speculation",
    "structured",
    "tokens",
    "vectors",
)
TABLES = ("gpus", "models", "prices")


def formula(name: str) -> Formula:
    """Return the formula `theme.function`; LookupError with close matches where there is none."""
    theme, _, function = name.partition(".")
    if theme not in THEMES or function not in _functions(theme):
        raise LookupError(f"no formula `{name}`{_suggestion(name, names())}")
    return cast("Formula", getattr(import_module(f"drill.facts.{theme}"), function))


def names() -> tuple[str, ...]:
    """Return the names of all formulas, sorted; imports every theme."""
    return tuple(f"{theme}.{function}" for theme in THEMES for function in _functions(theme))


def table(name: str) -> Mapping[str, Row]:
    """Return the rows of `models`, `gpus` or `prices` by key; LookupError where there is no such table."""
    if name not in TABLES:
        raise LookupError(f"no table `{name}`{_suggestion(name, TABLES)}")
    return cast("Mapping[str, Row]", getattr(import_module(f"drill.facts.{name}"), name.upper()))


def _functions(theme: str) -> list[str]:
    return sorted(import_module(f"drill.facts.{theme}").__all__)


def _suggestion(name: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches  # slow to import, and only an author's typing error needs it

    close = get_close_matches(name, known, n=3)
    return f"; did you mean {' or '.join(close)}?" if close else f"; known are {', '.join(known[:3])}, ..."
