"""Recall against ef_search, measured and drawn in text: exact search, drill's HNSW, and hnswlib beside it.

Leaves out rounds and turns, which a comparison of speed needs (tests/benchmarks/vectors.py).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import NamedTuple

import numpy as np

from drill.core.infer.arrays import Array, Floats
from drill.core.vectors.clustered import clustered
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.hnsw_index import HnswIndex
from drill.core.vectors.index import Found
from drill.core.vectors.recall import recall

M, EF_CONSTRUCTION, K = 16, 200, 10
EFS = (10, 20, 40, 80, 160, 320)
_SIGNS = {"exact": "-", "drill": "o", "hnswlib": "x"}
_BOTH = "*"
_HEIGHT = 12
_WIDE = 60
Search = Callable[[Floats, int], tuple[Array, Array]]
Say = Callable[[str], None]


class Point(NamedTuple):
    """At one ef: recall@10 from 0 to 1, and queries a second of CPU time."""

    recall: float
    rate: float


def measure(points: int, dimension: int, *, seed: int, say: Say) -> dict[str, list[Point]]:
    """Return a curve over EFS of each contender that is here; `say` is told what takes its time."""
    rows, queries = clustered(points, dimension, seed=seed)
    say(f"exact search of {points:,} x {dimension}")
    exact = FlatIndex(dimension)
    exact.add(np.arange(points), rows)
    began = process_time()
    truth = exact.search(queries, K)
    curves = {"exact": [Point(1.0, _rate(len(queries), began))] * len(EFS)}
    for name, build in _builders().items():
        say(f"building {name}: M = {M}, ef_construction = {EF_CONSTRUCTION}")
        curves[name] = _curve(build(rows), queries, truth)
    return curves


def _builders() -> dict[str, Callable[[Floats], Search]]:
    peers = {"hnswlib": _hnswlib} if find_spec("hnswlib") else {}
    return {"drill": _drill, **peers}


def _drill(rows: Floats) -> Search:
    index = HnswIndex(rows.shape[1], M=M, ef_construction=EF_CONSTRUCTION)
    index.add(np.arange(len(rows)), rows)
    return lambda queries, ef: index.search(queries, K, ef=ef)[:2]


def _hnswlib(rows: Floats) -> Search:
    index = import_module("hnswlib").Index("l2", rows.shape[1])
    index.init_index(len(rows), M=M, ef_construction=EF_CONSTRUCTION, random_seed=1)
    index.add_items(rows, num_threads=1)

    def search(queries: Floats, ef: int) -> tuple[Array, Array]:
        index.set_ef(ef)
        ids, distances = index.knn_query(queries, K, num_threads=1)
        return ids, distances

    return search


def _curve(search: Search, queries: Floats, truth: Found) -> list[Point]:
    # nobody pays for compiling in the first point
    search(queries[:1], K)
    return [_point(search, queries, truth, ef) for ef in EFS]


def _point(search: Search, queries: Floats, truth: Found, ef: int) -> Point:
    began = process_time()
    ids, distances = search(queries, ef)
    rate = _rate(len(queries), began)
    found = Found(np.asarray(ids, np.int64), np.asarray(distances), np.zeros(len(ids), np.int64))
    return Point(recall(found, truth), rate)


def _rate(queries: int, began: float) -> float:
    # a clock that ticks slowly must not make a rate infinite
    return queries / max(process_time() - began, 1e-6)


def drawn(curves: Mapping[str, Sequence[Point]], *, width: int) -> list[str]:
    """Return the curves as lines of text: a chart, and its figures below; 40 columns are enough for both."""
    step, cell = (8, 24) if width >= _WIDE else (5, 16)
    return [*_chart(curves, step), "", *_legend(curves), "", *_table(curves, cell)]


def _chart(curves: Mapping[str, Sequence[Point]], step: int) -> list[str]:
    lowest = min(point.recall for curve in curves.values() for point in curve)
    # the axis begins at a round number
    low = min(math.floor(lowest * 20) / 20, 0.95)
    grid = [[" "] * (step * len(EFS)) for _ in range(_HEIGHT + 1)]
    for name, curve in curves.items():
        for place, point in enumerate(curve):
            _mark(grid[round((1.0 - point.recall) / (1.0 - low) * _HEIGHT)], name, place * step, step)
    lines = [f"{_label(row, low):>4} | {''.join(signs)}".rstrip() for row, signs in enumerate(grid)]
    axis = "".join(f"{ef:<{step}}" for ef in EFS).rstrip()
    return ["recall@10", *lines, "     +" + "-" * (step * len(EFS)), f"  ef   {axis}"]


def _label(row: int, low: float) -> str:
    return f"{1.0 - (1.0 - low) * row / _HEIGHT:.2f}" if row % 3 == 0 else ""


def _mark(row: list[str], name: str, at: int, step: int) -> None:
    """Put a contender's sign into a row; the exact line runs through to the next point."""
    if name == "exact":
        row[at : at + step] = [_SIGNS[name]] * step
        return
    row[at] = _BOTH if row[at] in (_SIGNS["drill"], _SIGNS["hnswlib"]) else _SIGNS[name]


def _legend(curves: Mapping[str, Sequence[Point]]) -> list[str]:
    signs = [f"{_SIGNS[name]} {name}" for name in curves]
    if "hnswlib" in curves:
        return [f"  {'   '.join([*signs, f'{_BOTH} both'])}"]
    return [f"  {'   '.join(signs)}", "  no hnswlib: pip install 'drill[bench]'"]


def _table(curves: Mapping[str, Sequence[Point]], cell: int) -> list[str]:
    names = [name for name in curves if name != "exact"]
    head = f"{'ef':>5}" + "".join(f"{name:>{cell}}" for name in names)
    under = f"{'':5}" + f"{'recall  q/s':>{cell}}" * len(names)
    rows = [
        f"{ef:>5}" + "".join(f"{_figures(curves[name][place]):>{cell}}" for name in names)
        for place, ef in enumerate(EFS)
    ]
    return [
        head,
        under,
        *rows,
        f"exact search: {curves['exact'][0].rate:,.0f} queries/s",
        "CPU time, one run",
    ]


def _figures(point: Point) -> str:
    return f"{point.recall:.3f} {point.rate:>7,.0f}"
