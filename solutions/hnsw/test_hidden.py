"""What `hnsw` must get right: the choice of links, small indexes followed link by link, then larger ones.

The two large indexes are built once: they are the slow part.
"""

import math
from functools import cached_property

import numpy as np
import pytest

from drill.grader.checks import close, exact, holds, raises

SEEDS = (1, 2, 3)
DIM = 16
SMALL = 33  # layer 0 never prunes with M = 16 and so few points: a walk reaches them all


def squared(a, b):
    """Return the squared L2 distance, summed exactly."""
    return math.fsum((float(x) - float(y)) ** 2 for x, y in zip(a, b, strict=True))


def spec_nearest(q, vectors, ids, k):
    """Sort all ids by distance."""
    return sorted(ids, key=lambda i: squared(q, vectors[i]))[:k]


def spec_select(q, candidates, vectors, m):
    """Apply the README's rule word by word."""
    kept = []
    for c in spec_nearest(q, vectors, candidates, len(candidates)):
        to_q = squared(vectors[c], q)
        if len(kept) < m and all(squared(vectors[c], vectors[other]) > to_q for other in kept):
            kept.append(c)
    return kept


def reached(links, start):
    """Return all nodes that the links lead to."""
    found, stack = {start}, [start]
    while stack:
        for other in links[stack.pop()]:
            if other not in found:
                found.add(other)
                stack.append(other)
    return found


def is_connected(links):
    """Tell whether every node leads to every other."""
    back = {node: [] for node in links}
    for node, others in links.items():
        for other in others:
            back[other].append(node)
    start = next(iter(links))
    return len(reached(links, start)) == len(reached(back, start)) == len(links)


def draw_clustered(rng, n, clusters=50, spread=0.3):
    """Return points of N(0, 1) clusters, one cluster after the other, and a query near each center."""
    centers = rng.standard_normal((clusters, DIM))
    points = np.repeat(centers, n // clusters, axis=0) + spread * rng.standard_normal((n, DIM))
    return points, centers + spread * rng.standard_normal((clusters, DIM))


def build(solution, points, **settings):
    """Insert the points one by one and return the index."""
    index = solution.HNSW(points.shape[1], **settings)
    for point in points:
        index.insert(point)
    return index


class Built:
    """The large indexes, each built when a test first asks for it."""

    def __init__(self, solution):
        self.solution = solution
        self.points, self.queries = draw_clustered(np.random.default_rng(SEEDS), 2000)
        self.uniform_points = np.random.default_rng(SEEDS).random((1500, DIM))

    @cached_property
    def clustered(self):
        return build(self.solution, self.points, M=16, ef_construction=64, seed=1)

    @cached_property
    def uniform(self):
        return build(self.solution, self.uniform_points, M=4, ef_construction=40, seed=1)


@pytest.fixture(scope="module")
def built(shared_solution):
    """Keep the large indexes for the whole file."""
    return Built(shared_solution)


def measure(index, points, queries, ef, k=10):
    """Return recall@k and the mean of visited."""
    hits, visits = 0, 0
    for q in queries:
        distances = ((points - q) ** 2).sum(axis=1)
        hits += len(set(index.search(q, k, ef)) & set(np.argsort(distances)[:k].tolist()))
        visits += index.visited
    return hits / (k * len(queries)), visits / len(queries)


def spec_walk(links, points, q, start, ef):
    """Return the ef nearest that a best-first walk finds, and how many distances it takes."""
    first = (float(((points[start] - q) ** 2).sum()), start)
    seen, frontier, found = {start}, [first], [first]
    while frontier:
        frontier.sort()
        distance, node = frontier.pop(0)
        if len(found) == ef and distance > found[-1][0]:
            break
        fresh = [other for other in links[node] if other not in seen]
        seen.update(fresh)
        new = [(float(((points[other] - q) ** 2).sum()), other) for other in fresh]
        frontier += new
        found = sorted(found + new)[:ef]
    return found, len(seen)


def spec_visits(layers, points, q, ef):
    """Return how many distances the README's search takes on these layers."""
    # a point higher than all before becomes the entry, so it is the first of its layer
    node, visits = min(layers[-1]), 0
    for links in reversed(layers[1:]):
        found, seen = spec_walk(links, points, q, node, 1)
        node, visits = found[0][1], visits + seen
    return visits + spec_walk(layers[0], points, q, node, ef)[1]


# --- select_neighbors ---


def test_skips_what_a_kept_one_is_nearer_to(solution):
    """skips a candidate that lies nearer to a kept one than to q"""
    line = np.array([[1.0], [1.5], [-2.0], [-5.0]])
    got = solution.select_neighbors(np.array([0.0]), [0, 1, 2, 3], line, 4)
    exact(got, [0, 2], expected="0, then 2 on the other side: 1 is nearer to 0 than to q, 3 nearer to 2")


def test_tries_the_nearest_first(solution):
    """tries the nearest first, whatever the order given, and returns ids"""
    line = np.array([[9.0], [-5.0], [1.5], [-2.0], [1.0]])
    got = solution.select_neighbors(np.array([0.0]), [1, 2, 3, 4], line, 4)
    exact(got, [4, 3], expected="4 (at 1), then 3 (at -2): ids, nearest first")
    got = solution.select_neighbors(np.array([0.0]), [0, 1, 2], line, 4)
    exact(got, [2, 1], expected="2 (at 1.5), then 1 (at -5); 4 and 3 are no candidates here")


def test_compares_with_all_that_were_kept(solution):
    """compares with all kept ones, not only the first or the last"""
    plane = np.array([[1.0, 0.0], [0.0, 1.1], [1.2, 0.1], [-0.1, 1.3], [0.0, -1.4]])
    got = solution.select_neighbors(np.array([0.0, 0.0]), [0, 1, 2, 3, 4], plane, 5)
    exact(got, [0, 1, 4], expected="one in each direction: 2 hides behind 0, 3 behind 1")


def test_skipped_ones_hide_nobody(solution):
    """compares with the kept ones only: a skipped one stands in nobody's way"""
    plane = np.array([[1.0, 0.0], [0.7, 0.9], [-0.4, 1.3]])
    got = solution.select_neighbors(np.array([0.0, 0.0]), [0, 1, 2], plane, 3)
    exact(got, [0, 2], expected="1 hides behind 0; 2 is nearer to 1 than to q, but 1 was not kept")


def test_does_not_fill_up(solution):
    """returns at most m, fewer when the rule leaves fewer"""
    crowd = np.array([[1.0, 0.0], [1.1, 0.0], [1.2, 0.0], [1.3, 0.0]])
    q = np.array([0.0, 0.0])
    exact(
        solution.select_neighbors(q, [3, 2, 1, 0], crowd, 3),
        [0],
        expected="0 alone: all others hide behind it",
    )
    around = np.array([[1.0, 0.0], [0.0, 1.1], [-1.2, 0.0], [0.0, -1.3]])
    exact(
        solution.select_neighbors(q, [0, 1, 2, 3], around, 2),
        [0, 1],
        expected="the nearest two of four: m is 2",
    )
    exact(solution.select_neighbors(q, [], around, 2), [], expected="nothing from no candidates")


def test_fresh_candidates(solution, seed):
    """chooses as the rule says on fresh points"""
    for start in SEEDS:
        rng = np.random.default_rng([seed, start])
        vectors = rng.standard_normal((60, 8)) * rng.choice([0.1, 3.0])
        candidates = rng.permutation(60)[:40].tolist()
        for m in (3, 8, 40):
            q = rng.standard_normal(8)
            want = spec_select(q, candidates, vectors, m)
            got = solution.select_neighbors(q, candidates, vectors, m)
            exact(got, want, expected=f"the {len(want)} that the rule keeps for m = {m}")


# --- small indexes ---


def test_empty_and_short_indexes(solution):
    """returns what there is: nothing from an empty index, fewer than k from a short one"""
    index = solution.HNSW(2)
    exact(index.search(np.array([0.0, 0.0]), 3, 10), [], expected="no ids from an empty index")
    exact(index.visited, 0, expected="no distance computed")
    exact(index.insert(np.array([5.0, 5.0])), 0, expected="id 0 for the first point")
    exact(index.search(np.array([0.0, 0.0]), 3, 10), [0], expected="the one id that there is")
    exact(index.insert(np.array([1.0, 1.0])), 1, expected="id 1 for the second point")
    exact(index.search(np.array([0.0, 0.0]), 3, 10), [1, 0], expected="both ids, nearest first")


def test_ef_of_all_finds_all(solution, seed):
    """is exact when ef covers a small index"""
    for start in SEEDS:
        rng = np.random.default_rng([seed, start])
        points = rng.standard_normal((SMALL, 3))
        index = build(solution, points, seed=start)
        q = rng.standard_normal(3)
        want = spec_nearest(q, points, range(SMALL), SMALL)
        exact(index.search(q, SMALL, SMALL), want, expected="all ids, nearest first")
        exact(index.search(q, 5, SMALL), want[:5], expected="the first five of them")


def test_ef_below_k_is_an_error(solution):
    """refuses ef below k and accepts ef equal to k"""
    index = solution.HNSW(1)
    zero = np.array([0.0])
    raises(index.search, zero, 3, 2, type="ValueError", expected="a ValueError, also from an empty index")
    for value in (1.0, 2.0, 3.0):
        index.insert(np.array([value]))
    raises(index.search, zero, 3, 2, type="ValueError", expected="a ValueError: ef 2 is below k 3")
    exact(index.search(zero, 3, 3), [0, 1, 2], expected="all three: ef 3 is enough for k 3")


def test_filter_holds_for_every_id(solution, seed):
    """returns ids that pass the filter only, also where the walk starts"""
    rng = np.random.default_rng(seed)
    points = rng.standard_normal((SMALL, 3))
    index = build(solution, points)
    q = points[7]
    for size in (0, 1, 4, SMALL):
        chosen = np.sort(rng.permutation(SMALL)[:size])
        passes = np.isin(np.arange(SMALL), chosen)
        want = spec_nearest(q, points, chosen.tolist(), 6)
        got = index.search(q, 6, SMALL, passes)
        exact(got, want, expected=f"the nearest of the {size} that pass")


def test_far_filter_is_reached(solution):
    """walks through points that fail the filter to far ones that pass"""
    points = np.arange(-16.0, 17.0).reshape(-1, 1)
    index = build(solution, points)
    passes = np.isin(points[:, 0], [5.0, -14.0, -15.0])
    got = index.search(np.array([0.25]), 3, 4, filter=passes)
    exact(got, [21, 2, 1], expected="the points at 5, -14 and -15: no other passes")


def test_walk_ends_no_sooner(solution):
    """goes on while anything open may be nearer than the worst of ef results"""
    points = np.arange(float(SMALL)).reshape(-1, 1)
    index = build(solution, points)
    for at in range(SMALL):
        q = np.array([at + 0.2])
        want = spec_nearest(q, points, range(SMALL), 5)
        exact(index.search(q, 5, 5), want, expected="the five nearest on the line")


def test_input_is_not_changed(solution):
    """leaves vectors, queries and filters as they were"""
    v, q, passes = np.array([3.0, 4.0]), np.array([1.0, 2.0]), np.array([True])
    index = solution.HNSW(2)
    index.insert(v)
    index.search(q, 1, 1, passes)
    solution.select_neighbors(q, [0], v.reshape(1, 2), 1)
    close(v, np.array([3.0, 4.0]), expected="the vector as it was")
    close(q, np.array([1.0, 2.0]), expected="the query as it was")
    exact(passes, np.array([True]), expected="the filter as it was")


def test_links_follow_the_rule(solution, seed):
    """links a new point both ways, and lets a list over its cap choose again"""
    for start in SEEDS:
        points = np.random.default_rng([seed, start]).standard_normal((60, 8))
        index = solution.HNSW(8, M=3, ef_construction=60, seed=start)
        before = []
        for point in points:
            node = index.insert(point)
            after = index.layers
            for layer, old in enumerate(before):
                if node in after[layer]:
                    check_links(old, after[layer], node, points, cap=3 if layer else 6)
            before = after


def check_links(old, new, node, points, *, cap):
    """Compare one layer after an insert of `node` with what the rule makes of the layer before."""
    if is_connected(old):
        want = spec_select(points[node], list(old), points, 3)
        exact(sorted(new[node]), sorted(want), expected="the new point's links: chosen among all, at most M")
    for other in old:
        want = [*old[other], node] if other in new[node] else old[other]
        if len(want) > cap:
            want = spec_select(points[other], want, points, cap)
        exact(
            sorted(new[other]), sorted(want), expected="a link back; over the cap, a new choice from its view"
        )


def test_construction_width_counts(solution, seed):
    """looks at ef_construction candidates, 100 by default, no more"""
    points = np.random.default_rng(seed).standard_normal((40, 8))
    index = solution.HNSW(8, M=8, ef_construction=1)
    for point in points:
        node = index.insert(point)
        links = index.layers[0][node]
        exact(len(links), min(node, 1), expected="one link for each new point: the walk brings one candidate")
    # a new point at 0 sees the crowd to the right, and -5 as the last of 100, or of 101
    for crowd, want in ((99, [0, 99]), (100, [100])):
        points = np.array([-5.0, *np.linspace(2.0, 1.0, crowd), 0.0]).reshape(-1, 1)
        links = build(solution, points).layers[0][crowd + 1]
        exact(sorted(links), want, expected="100 candidates by default: -5 is among them, or just not")


def test_layers_are_well_formed(solution, seed):
    """keeps layers nested, links inside their layer, no link twice or to itself, caps at all times"""
    points = np.random.default_rng(seed).standard_normal((80, 4))
    index = solution.HNSW(4, M=2, ef_construction=20, seed=3)
    for count, point in enumerate(points, start=1):
        index.insert(point)
        layers = index.layers
        exact(sorted(layers[0]), list(range(count)), expected="every id on layer 0")
        for level, links in enumerate(layers):
            above = layers[level + 1] if level + 1 < len(layers) else {}
            holds(
                links.keys() >= above.keys(),
                expected="each layer within the one below",
                difference="it isn't",
            )
            check_lists(links, cap=2 if level else 4)
    longest = max(len(others) for others in layers[0].values())
    holds(longest > 2, expected="room for 2M on layer 0", difference=f"the longest list has {longest}")
    # each tip of a star links to the center only, and the center to as many as it may
    star = np.vstack([np.zeros(40), np.diag(np.linspace(1.0, 1.1, 40))])
    center = build(solution, star).layers[0][0]
    exact(sorted(center), list(range(1, 33)), expected="the nearest 32 of 40 tips: M is 16 by default")


def check_lists(links, *, cap):
    """Check the lists of one layer."""
    for node, others in links.items():
        exact(others, list(others), expected="a list of ids")
        holds(
            len(others) <= cap, expected=f"at most {cap} links", difference=f"{len(others)} links", got=others
        )
        holds(
            len(set(others)) == len(others),
            expected="no link twice",
            difference="one is there twice",
            got=others,
        )
        holds(
            node not in others, expected="no link to itself", difference=f"{node} links to itself", got=others
        )
        holds(
            set(others) <= links.keys(),
            expected="links inside the layer",
            difference="one leaves it",
            got=others,
        )


def test_each_index_has_its_own_generator(solution, seed):
    """draws levels from its own generator: same seed, same layers, whatever else is built"""
    points = np.random.default_rng(seed).standard_normal((60, 4))
    alone = build(solution, points, M=3, ef_construction=20, seed=5).layers
    first, second, other = (solution.HNSW(4, M=3, ef_construction=20, seed=s) for s in (5, 5, 6))
    for point in points:
        for index in (first, other, second):
            index.insert(point)
    exact(first.layers, alone, expected="the layers of the index with that seed built alone")
    exact(second.layers, alone, expected="the layers of the index with that seed built alone")
    same = [list(links) for links in other.layers] == [list(links) for links in alone]
    holds(not same, expected="other levels for another seed", difference="seeds 5 and 6 gave the same levels")
    spelled_out = build(solution, points, M=16, ef_construction=100, seed=0).layers
    exact(build(solution, points).layers, spelled_out, expected="what M 16, ef_construction 100, seed 0 give")


# --- large indexes ---


def test_finds_clustered_points(built):
    """finds the nearest ten among clusters inserted one after another"""
    recall, _ = measure(built.clustered, built.points, built.queries, 100)
    holds(
        recall >= 0.95,
        expected="recall@10 of 0.95 or more at ef 100",
        difference=f"recall@10 is {recall:.3f}",
    )


def test_points_can_be_reached(built):
    """leaves hardly a point of layer 0 unreached, and no node above without links"""
    share = len(reached(built.clustered.layers[0], 0)) / len(built.points)
    holds(share >= 0.99, expected="99 % reachable from point 0", difference=f"{share:.1%} are reachable")
    for level, links in enumerate(built.uniform.layers):
        lonely = sum(not others for others in links.values()) if len(links) > 1 else 0
        holds(lonely == 0, expected="links for every node", difference=f"{lonely} have none on layer {level}")


def test_ef_buys_recall_with_visits(built, seed):
    """a larger ef visits more and finds no less"""
    queries = built.points[np.random.default_rng(seed).permutation(2000)[:40]] + 0.1
    narrow, few = measure(built.clustered, built.points, queries, 10)
    wide, many = measure(built.clustered, built.points, queries, 100)
    holds(
        wide >= narrow >= 0.7,
        expected="recall that rises with ef",
        difference=f"{narrow:.3f}, then {wide:.3f}",
    )
    holds(
        few < 0.6 * many,
        expected="far fewer visits at ef 10",
        difference=f"{few:.0f} visits, then {many:.0f}",
    )
    holds(few < 2000 / 8, expected="an eighth of the points at most", difference=f"{few:.0f} visits at ef 10")


def test_visited_counts_distances(built):
    """counts each distance computed in the last search, and computes each about once"""
    q = built.queries[0]
    first = [built.clustered.search(q, 10, 100), built.clustered.visited]
    again = [built.clustered.search(q, 10, 100), built.clustered.visited]
    exact(again, first, expected="the same answer and the same count for the same query")
    _, mean = measure(built.clustered, built.points, built.queries, 100)
    holds(mean > 200, expected="all distances counted", difference=f"only {mean:.0f} a search at ef 100")
    layers, queries = built.uniform.layers, built.uniform_points[:60] + 0.05
    wanted = sum(spec_visits(layers, built.uniform_points, q, 10) for q in queries) / 60
    _, mean = measure(built.uniform, built.uniform_points, queries, 10)
    holds(
        mean <= 1.25 * wanted,
        expected="an end once the next to expand is farther than the worst of ef results",
        difference=f"{mean:.0f} visits a search at ef 10, where that rule takes {wanted:.0f}",
    )
    built.clustered.search(q, 10, 2000)
    visited = built.clustered.visited
    holds(
        1980 <= visited <= 2400,
        expected="each point once, or little more",
        difference=f"{visited} at ef 2,000",
    )


def test_filter_still_finds_k(built, seed):
    """finds k that pass when k exist, however few pass"""
    rng = np.random.default_rng(seed)
    for share, least in ((0.01, 0.9), (0.5, 0.9)):
        passes = np.zeros(2000, dtype=bool)
        passes[rng.permutation(2000)[: int(2000 * share)]] = True
        chosen = np.flatnonzero(passes)
        hits = 0
        for q in built.queries[:20]:
            got = built.clustered.search(q, 10, 64, passes)
            holds(len(got) == 10, expected=f"ten ids: {len(chosen)} pass", difference=f"{len(got)} came back")
            hits += len(set(got) & set(spec_nearest(q, built.points, chosen.tolist(), 10)))
        holds(
            hits >= least * 200, expected="the nearest that pass", difference=f"recall@10 is {hits / 200:.3f}"
        )


def test_uniform_points_with_few_links(built, seed):
    """finds most of the nearest ten with four links a point"""
    queries = np.random.default_rng([seed, 9]).random((60, DIM))
    recall, _ = measure(built.uniform, built.uniform_points, queries, 64)
    holds(
        recall >= 0.84, expected="recall@10 of 0.84 or more at ef 64", difference=f"recall@10 is {recall:.3f}"
    )


def test_levels_thin_out_by_m(solution, built):
    """lets about one point in M rise to each next layer"""
    alone = [build(solution, np.zeros((1, 2)), M=64, seed=s).layers for s in range(40)]
    low = sum(len(layers) == 1 for layers in alone)
    holds(low >= 34, expected="layer 0 alone for most first points", difference=f"{low} of 40 with M = 64")
    for index, points, m in ((built.uniform, 1500, 4), (built.clustered, 2000, 16)):
        share = len(index.layers[1]) / points
        spread = math.sqrt((1 - 1 / m) / m / points)
        holds(
            abs(share - 1 / m) < 6 * spread,
            expected=f"about 1 in {m} points on layer 1",
            difference=f"{share:.3f} of them are there",
        )


def test_few_visits_on_a_line(solution, seed):
    """comes near a far query through the upper layers"""
    points = np.random.default_rng([seed, 5]).permutation(800).astype(float).reshape(-1, 1)
    index = build(solution, points, M=4, ef_construction=16, seed=2)
    recall, visits = measure(index, points, points[:80] + 0.1, 4, k=1)
    holds(
        visits <= 80, expected="a tenth of the line at most", difference=f"{visits:.0f} visits of 800 points"
    )
    holds(recall >= 0.9, expected="nearly each point found", difference=f"{recall:.0%} are found")
    # in order, each point is linked to its neighbors only: whoever leaves a layer out walks all of its steps
    points = np.arange(800.0).reshape(-1, 1)
    index, queries = build(solution, points, M=16, ef_construction=16, seed=seed), points[5::10] + 0.1
    wanted = sum(spec_visits(index.layers, points, q, 4) for q in queries) / len(queries)
    _, visits = measure(index, points, queries, 4, k=1)
    # without a set of seen nodes, a walk down takes each distance twice
    holds(
        visits <= 2.2 * wanted,
        expected="a walk down through every layer",
        difference=f"{visits:.0f} visits a search at ef 4, where that takes {wanted:.0f}",
    )
