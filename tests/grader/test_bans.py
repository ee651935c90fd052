"""Banned names: found as an import, a call or an attribute, and nowhere else."""

import warnings

import pytest

from drill.grader.bans import banned


@pytest.mark.parametrize(
    ("source", "ban"),
    [
        ("import collections", "collections"),
        ("import collections.abc", "collections"),
        ("from collections import Counter", "collections.Counter"),
        ("import numpy as np\nnp.sort([1])", "np.sort"),
        ("x = [1]\nx.sort()", "sort"),
        ("x = sorted([1])", "sorted"),
        ("f = lambda: eval", "eval"),
        ("x = f(1)[0].sort", "sort"),
    ],
)
def test_found_with_its_line(source: str, ban: str) -> None:
    last = len(source.splitlines())
    assert banned(source.encode(), (ban,)) == f"line {last}: `{ban}` is not allowed in this drill"


@pytest.mark.parametrize(
    "source", ["x = 'sorted'", "# sorted", "resorted = 1", "def f(): 'np.sort'", "sorting = 1"]
)
def test_not_found_in_texts_comments_and_longer_names(source: str) -> None:
    assert banned(source.encode(), ("sorted", "np.sort", "sort")) == ""


def test_no_bans_parse_nothing() -> None:
    assert banned(b"not ( python", ()) == ""


def test_a_long_chain_is_quick_and_warns_nobody() -> None:
    source = "x = a" + ".b" * 80 + "\ny = '\\d'\n"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert banned(source.encode(), ("zzz",)) == ""
