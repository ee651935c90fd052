"""Attention of one token over the KV cache, for the query heads that share a KV head.

    keys      half floats [kv_head][position / 16][dim][16 positions]    a vector of scores at a time
    values    half floats [kv_head][dim / 16][position][16 dims]         a vector of outputs at a time

The positions may be split: each part leaves its largest score, its sum and its weighted values, as an online
softmax does, and `merge` joins them. Leaves out masks: a token sees what is stored, and nothing after itself.
"""

from drill.core.infer.backends.numba.arithmetic import exp
from drill.core.infer.backends.numba.code import Code, Variable
from drill.core.infer.backends.numba.halves import load_halves, to_halves
from drill.core.infer.backends.numba.jit import Kernel
from drill.core.infer.backends.numba.value import F32, FLOATS, ROWS, Value

# below every score
NEVER = -1e30
# query heads that one kernel takes at once: more would not fit in AVX2's registers
MOST_HEADS = 4
# floats behind the weighted values of a part: its largest score and its sum, padded to a cache line
PART_TAIL = 16


@Kernel
def store_kv(
    code: Code, k: Value, v: Value, kv_heads: Value, dims: Value, capacity: Value, position: Value,
    keys: Value, values: Value,
) -> None:  # fmt: skip
    """Write a token's keys and values, floats [kv_heads * dims] each, into the cache of a layer."""
    with code.loop(kv_heads) as head, code.loop(dims, step=ROWS) as dim:
        source = (head * dims + dim) * 4
        start = head * capacity * dims
        block = (position // ROWS) * dims * ROWS
        key = keys + (start + block + dim * ROWS + (position & (ROWS - 1))) * 2
        column = to_halves(code, code.floats(k + source))
        for lane in range(ROWS):
            code.store(key + lane * 2 * ROWS, column.lane(lane), 2)
        value = values + (start + dim * capacity + position * ROWS) * 2
        code.store(value, to_halves(code, code.floats(v + source)), 2)


def write_attend(heads: int) -> Kernel:
    """Return the kernel for `heads` query heads.

    q: floats [heads, dims], scaled; keys, values: of their KV head; positions first (a multiple of 16) to
    last; scores: room for floats [heads, last - first rounded up to 16]; part: floats [heads, dims + 16].
    """

    def attend(
        code: Code, q: Value, keys: Value, values: Value, first: Value, last: Value, capacity: Value,
        dims: Value, scores: Value, part: Value,
    ) -> None:  # fmt: skip
        count = last - first
        row = ((count + (ROWS - 1)) & -ROWS) * 4
        rows = [scores + row * head for head in range(heads)]
        parts = [part + (dims + PART_TAIL) * (4 * head) for head in range(heads)]
        queries = [q + dims * (4 * head) for head in range(heads)]
        largest = _score(code, queries, keys + first * dims * 2, dims, count, rows)
        for head in range(heads):
            total = _exponentiate(code, rows[head], largest[head], count)
            code.store(parts[head] + dims * 4, largest[head], 4)
            code.store(parts[head] + dims * 4 + 4, total, 4)
        with code.loop(dims, step=ROWS) as dim:
            places = [place + dim * 4 for place in parts]
            _mix(code, rows, values + (dim * capacity + first * ROWS) * 2, count, places)

    attend.__name__ = attend.__qualname__ = f"attend_{heads}"
    return Kernel(attend)


def _chains(heads: int) -> int:
    """Return how many running sums a head gets, so that additions don't wait for each other."""
    return max(1, MOST_HEADS // heads)


def _score(
    code: Code, queries: list[Value], keys: Value, dims: Value, count: Value, rows: list[Value]
) -> list[Value]:
    """Write q k for 16 positions at a time, NEVER beyond the last; return each head's largest."""
    chains = _chains(len(queries))
    largest = [Variable(code.number(FLOATS, NEVER)) for _ in queries]
    with code.loop(count, step=ROWS) as position:
        sums = [[Variable(code.number(FLOATS, 0.0)) for _ in range(chains)] for _ in queries]
        with code.loop(dims, step=chains) as dim:
            for chain in range(chains):
                key = load_halves(code, keys + (position * dims + (dim + chain) * ROWS) * 2)
                for query, sums_of_head in zip(queries, sums, strict=True):
                    x = code.repeated(FLOATS, query + (dim + chain) * 4)
                    sums_of_head[chain].value = code.multiply_add(key, x, sums_of_head[chain].value)
        for row, sums_of_head, most in zip(rows, sums, largest, strict=True):
            score = code.keep_before(count - position, _added(sums_of_head), NEVER)
            code.store(row + position * 4, score, 4)
            most.value = most.value.larger(score)
    return [most.value.largest() for most in largest]


def _exponentiate(code: Code, row: Value, largest: Value, count: Value) -> Value:
    """Turn scores into e^(score - largest); return their sum."""
    total = Variable(code.number(FLOATS, 0.0))
    shift = code.repeat(largest)
    with code.loop(count, step=ROWS) as position:
        power = exp(code, code.floats(row + position * 4) - shift)
        power = code.keep_before(count - position, power, 0.0)
        code.store(row + position * 4, power, 4)
        total.value = total.value + power
    return total.value.total()


def _mix(code: Code, rows: list[Value], values: Value, count: Value, places: list[Value]) -> None:
    """Add up 16 dims of the values, each position by its weight; only positions below `count` are read."""
    chains = _chains(len(rows))
    sums = [[Variable(code.number(FLOATS, 0.0)) for _ in range(chains)] for _ in rows]

    def add(position: Value, chain: int) -> None:
        value = load_halves(code, values + position * (2 * ROWS))
        for row, sums_of_head in zip(rows, sums, strict=True):
            weight = code.repeated(FLOATS, row + position * 4)
            sums_of_head[chain].value = code.multiply_add(value, weight, sums_of_head[chain].value)

    whole = count & -chains
    with code.loop(whole, step=chains) as position:
        for chain in range(chains):
            add(position + chain, chain)
    with code.loop(count, start=whole) as position:
        add(position, 0)
    for place, sums_of_head in zip(places, sums, strict=True):
        code.store(place, _added(sums_of_head), 4)


def _added(sums: list[Variable]) -> Value:
    total = sums[0].value
    for more in sums[1:]:
        total = total + more.value
    return total


@Kernel
def merge(code: Code, parts: Value, count: Value, heads: Value, dims: Value, out: Value) -> None:
    """Join `count` parts of a softmax: floats [count, heads, dims + 16] to [heads, dims]."""
    size = (dims + PART_TAIL) * 4
    with code.loop(heads) as head:
        here, place = parts + head * size, out + head * dims * 4
        largest = Variable(code.number(F32, NEVER))
        with code.loop(count) as part:
            largest.value = largest.value.larger(code.load(F32, here + part * heads * size + dims * 4, 4))
        total = Variable(code.number(FLOATS, 0.0))
        with code.loop(dims, step=ROWS) as dim:
            code.store(place + dim * 4, code.number(FLOATS, 0.0), 4)
        with code.loop(count) as part:
            source = here + part * heads * size
            share = exp(code, code.repeated(FLOATS, source + dims * 4) - code.repeat(largest.value))
            total.value = code.multiply_add(share, code.repeated(FLOATS, source + dims * 4 + 4), total.value)
            with code.loop(dims, step=ROWS) as dim:
                so_far = code.floats(place + dim * 4)
                more = code.multiply_add(code.floats(source + dim * 4), share, so_far)
                code.store(place + dim * 4, more, 4)
        with code.loop(dims, step=ROWS) as dim:
            code.store(place + dim * 4, code.floats(place + dim * 4) / total.value, 4)


ATTEND: dict[int, Kernel] = {heads: write_attend(heads) for heads in range(1, MOST_HEADS + 1)}


def heads_at_once(group: int) -> int:
    """Return how many of the heads that share a KV head go into one kernel: the most that divide evenly."""
    return next(heads for heads in range(MOST_HEADS, 0, -1) if group % heads == 0)
