"""Print queries a second at equal recall, build times and more of our HNSW beside hnswlib, faiss and usearch.

All contenders run in one process, in turns, one thread, CPU time; a ratio is the median of the rounds' own
ratios, a rate the best round's. Leaves out filters and files. Peers that aren't installed are left out:
pip install 'drill[bench]'.
Run: python tests/benchmarks/vectors.py [--small] [--rounds N] [--only curves growth threads start]
"""

import argparse
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np

from drill.core.infer.arrays import Array, Floats
from drill.core.vectors.clustered import clustered
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.hnsw_index import HnswIndex
from drill.core.vectors.index import Found
from drill.core.vectors.recall import recall

M, EF_CONSTRUCTION, K = 16, 200, 10
EFS = (10, 20, 40, 80, 160, 320, 640)
RECALLS = (0.90, 0.95, 0.99)
SETS = {"50,000 x 128": (50_000, 128), "20,000 x 384": (20_000, 384), "20,000 x 768": (20_000, 768)}
SMALL = {"3,000 x 128": (3_000, 128), "2,000 x 384": (2_000, 384)}
START = """
import sys
from pathlib import Path
from time import perf_counter, process_time
began = perf_counter()
from drill.core.vectors.hnsw_numba.warming import keep_code_in, warm
keep_code_in(Path(sys.argv[1]))
warm(lambda done, total: None)
print(perf_counter() - began, process_time())
"""


class Data(NamedTuple):
    """Vectors [n, d], queries [q, d] and their true neighbors."""

    rows: Floats
    queries: Floats
    truth: Found


class Contender(NamedTuple):
    """How to build an index of rows, and how to ask it: (index, queries, ef) -> (ids, distances)."""

    build: Callable[[Floats], Any]
    ask: Callable[[Any, Floats, int], tuple[Array, Array]]


def say(line: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def data_of(count: int, dimension: int) -> Data:
    """Return vectors to index, queries, and what an exact search finds."""
    rows, asked = clustered(count, dimension)
    exact = FlatIndex(dimension)
    exact.add(np.arange(count), rows)
    return Data(rows, asked, exact.search(asked, K))


def ours(threads: int = 1) -> Contender:
    """Return drill's own."""

    def build(rows: Floats) -> HnswIndex:
        index = HnswIndex(
            rows.shape[1], M=M, ef_construction=EF_CONSTRUCTION, engine="numba", threads=threads
        )
        index.add(np.arange(len(rows)), rows)
        return index

    return Contender(build, lambda index, queries, ef: index.search(queries, K, ef=ef)[:2])


def hnswlib() -> Contender:
    """Return hnswlib's HNSW."""
    peer = import_module("hnswlib")

    def build(rows: Floats) -> Any:
        index = peer.Index("l2", rows.shape[1])
        index.init_index(len(rows), M=M, ef_construction=EF_CONSTRUCTION, random_seed=1)
        index.add_items(rows, num_threads=1)
        return index

    def ask(index: Any, queries: Floats, ef: int) -> tuple[Array, Array]:
        index.set_ef(ef)
        ids, distances = index.knn_query(queries, K, num_threads=1)
        return ids, distances

    return Contender(build, ask)


def faiss() -> Contender:
    """Return faiss' IndexHNSWFlat."""
    peer = import_module("faiss")

    peer.omp_set_num_threads(1)

    def build(rows: Floats) -> Any:
        index = peer.IndexHNSWFlat(rows.shape[1], M)
        index.hnsw.efConstruction = EF_CONSTRUCTION
        index.add(rows)
        return index

    def ask(index: Any, queries: Floats, ef: int) -> tuple[Array, Array]:
        index.hnsw.efSearch = ef
        distances, ids = index.search(queries, K)
        return ids, distances

    return Contender(build, ask)


def usearch() -> Contender:
    """Return usearch's HNSW."""
    peer = import_module("usearch.index")

    def build(rows: Floats) -> Any:
        options = {"connectivity": M, "expansion_add": EF_CONSTRUCTION}
        index = peer.Index(ndim=rows.shape[1], metric="l2sq", dtype="f32", **options)
        index.add(np.arange(len(rows)), rows, threads=1)
        return index

    def ask(index: Any, queries: Floats, ef: int) -> tuple[Array, Array]:
        index.expansion_search = ef
        found = index.search(queries, K, threads=1)
        return found.keys.astype(np.int64), found.distances

    return Contender(build, ask)


def contenders() -> dict[str, Contender]:
    """Return who is here, ourselves first."""
    peers = {"hnswlib": hnswlib, "faiss": faiss, "usearch": usearch}
    return {"drill": ours()} | {name: make() for name, make in peers.items() if find_spec(name)}


def timed(call: Callable[[], Any], clock: Callable[[], float] = process_time) -> tuple[float, Any]:
    """Return the seconds of one call, and what it gave."""
    began = clock()
    given = call()
    return clock() - began, given


def turns(names: list[str], rounds: int) -> Iterator[tuple[int, str]]:
    """Yield round and name; who begins changes from round to round."""
    for number in range(rounds):
        for name in names[number % len(names) :] + names[: number % len(names)]:
            yield number, name


def ratio(times: dict[str, list[float]], name: str) -> float:
    """Return how many times as long as drill a contender took: the median of the rounds."""
    return median(theirs / own for theirs, own in zip(times[name], times["drill"], strict=True))


def curves(data: Data, rounds: int) -> None:
    """Print build times, recall and rate at each ef, and rates at equal recall."""
    who = contenders()
    builds: dict[str, list[float]] = {name: [] for name in who}
    indexes: dict[str, Any] = {}
    for _, name in turns(list(who), max(1, rounds // 2)):
        seconds, indexes[name] = timed(lambda name=name: who[name].build(data.rows))  # type: ignore[misc]
        builds[name].append(seconds)
    for name, times in builds.items():
        say(f"  build {name:<8} {min(times):7.2f} s, drill took {1 / ratio(builds, name):.2f} of it")
    graph, index = indexes["drill"].graph, indexes["drill"]
    formula = 4 * index.dimension + 8 * M
    say(f"  memory a vector: {held(index) / len(data.rows):.0f} bytes, 4d + 8M is {formula}")
    say(f"  layers: {graph.top + 1}")
    rates: dict[str, dict[int, list[float]]] = {name: {ef: [] for ef in EFS} for name in who}
    found: dict[str, list[float]] = {name: [] for name in who}
    for ef in EFS:
        for number, name in turns(list(who), rounds):
            seconds, given = timed(lambda name=name, ef=ef: who[name].ask(indexes[name], data.queries, ef))  # type: ignore[misc]
            rates[name][ef].append(seconds)
            if number == 0:
                ids, distances = given
                visited = np.zeros(len(ids), np.int64)
                found[name].append(
                    recall(Found(np.asarray(ids, np.int64), np.asarray(distances), visited), data.truth)
                )
    show(rates, found, len(data.queries))


def show(rates: dict[str, dict[int, list[float]]], found: dict[str, list[float]], queries: int) -> None:
    """Print recall and rate by ef, then the rates at equal recall."""
    say(f"  {'ef':>5}" + "".join(f"{name:>18}" for name in rates))
    for place, ef in enumerate(EFS):
        cells = [f"{found[name][place]:.4f} / {queries / min(rates[name][ef]):,.0f}" for name in rates]
        say(f"  {ef:>5}" + "".join(f"{cell:>18}" for cell in cells))
    for wanted in RECALLS:
        cells = []
        for name in rates:
            best = at(wanted, found[name], [min(rates[name][ef]) for ef in EFS])
            times = {
                who: [at(wanted, found[who], each) for each in per_round(rates[who])]
                for who in ("drill", name)
            }
            cells.append(cell(name, queries / best, ratio(times, name)))
        say(f"  queries/s at recall {wanted}: " + ", ".join(cells))


def cell(name: str, rate: float, times: float) -> str:
    """Return a contender's rate at a recall and how many times as fast drill is; not every one gets there."""
    if math.isnan(rate):
        return f"{name} not reached"
    return f"{name} {rate:,.0f}" + ("" if math.isnan(times) else f" (drill {times:.2f}x)")


def per_round(rates: dict[int, list[float]]) -> list[list[float]]:
    """Return the seconds at each ef, round by round."""
    return [list(each) for each in zip(*(rates[ef] for ef in EFS), strict=True)]


def at(wanted: float, recalls: list[float], seconds: list[float]) -> float:
    """Return the seconds at a recall, between those measured; NaN outside of them."""
    inside = recalls[0] <= wanted <= recalls[-1]
    return float(np.exp(np.interp(wanted, recalls, np.log(seconds)))) if inside else float("nan")


def held(index: HnswIndex) -> int:
    """Return the bytes of all arrays that an index keeps."""
    graph, labels = index.graph, index.labels
    lookups = [
        getattr(lookup, name)
        for lookup in (labels._node_of, index._node_like)
        for name in ("_keys", "_places")
    ]
    arrays = [index.space.rows, graph.base, graph.upper, graph.levels, graph.offsets, labels.first, *lookups]
    return sum(array.nbytes for array in arrays)


def growth(counts: tuple[int, ...]) -> None:
    """Print how visits and time grow with the number of points."""
    for count in counts:
        data = data_of(count, 64)
        build, index = timed(lambda data=data: ours().build(data.rows))  # type: ignore[misc]
        seconds = min(timed(lambda: index.search(data.queries, K, ef=64))[0] for _ in range(5))  # noqa: B023
        found = index.search(data.queries, K, ef=64)
        each = 1e6 * seconds / len(data.queries)
        say(
            f"  {count:>7,} points: {found.visited.mean():6.0f} visited, {each:6.0f} us a query, recall "
            f"{recall(found, data.truth):.3f}, build {1e6 * build / count:.0f} us a point"
        )


def threads(data: Data) -> None:
    """Print how much faster two threads are, by the wall clock: it only says something on a quiet machine."""
    seconds: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    for number in (1, 2, 1, 2, 1, 2):
        build, index = timed(lambda number=number: ours(number).build(data.rows), perf_counter)  # type: ignore[misc]
        search = min(timed(lambda: index.search(data.queries, K, ef=160), perf_counter)[0] for _ in range(3))  # noqa: B023
        seconds[number].append((build, search))
    for place, what in enumerate(("build", "search at ef 160")):
        one, two = (min(times[place] for times in seconds[number]) for number in (1, 2))
        say(f"  {what}: {one:.2f} s with one thread, {two:.2f} s with two: {one / two:.2f}x")


def start() -> None:
    """Print how long a new process takes until its kernels are ready, without and with kept code."""
    with tempfile.TemporaryDirectory() as folder:
        for state in ("cold", "warm", "warm"):
            command = [sys.executable, "-c", START, folder]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            wall, cpu = map(float, done.stdout.split())
            say(f"  {state}: {wall:.2f} s of wall clock, {cpu:.2f} s of CPU, imports included")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="+", default=["curves", "growth", "threads", "start"])
    asked = parser.parse_args()
    say(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} CPUs at the start")
    sets = SMALL if asked.small else SETS
    if "start" in asked.only:
        say("kernels ready")
        start()
    # nobody pays for compiling below
    ours().build(np.eye(3, dtype=np.float32)).search(np.eye(3), 1)
    if "curves" in asked.only:
        for name, (count, dimension) in sets.items():
            say(name)
            curves(data_of(count, dimension), asked.rounds)
    if "growth" in asked.only:
        say("growth, 64 dimensions, ef 64")
        growth((1_000, 4_000) if asked.small else (10_000, 40_000, 160_000))
    if "threads" in asked.only:
        say("threads")
        threads(data_of(*next(iter(sets.values()))))
    say(f"load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
