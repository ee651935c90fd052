"""The pieces that decode and prefill share: encode a vector, prepare the heads, attend, multiply.

Each calls kernels by the addresses in the plan. Leaves out the order of the phases (step.py, chunk.py).
"""

from typing import Any

from numba import types

from drill.core.infer.backends.numba.attention import PART_TAIL
from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.forms import BLOCK, FLOAT, INT8, INT16, tile_bytes
from drill.core.infer.backends.numba.jit import invoker, operation, part
from drill.core.infer.backends.numba.value import Value

# a record of records.py, in a routine
Record = Any

call3, call5, call6, call7, call8, call9 = (invoker(count) for count in (3, 5, 6, 7, 8, 9))

SIZE16, SIZE8, SIZE_FLOAT = INT16.size, INT8.size, FLOAT.size


@operation(types.int64, types.int64)
def plain(_: Code, number: Value) -> Value:
    """Return a number; numba would compile a copy of a function for each constant that it is called with."""
    return number


bytes_of = part(tile_bytes)


@part
def tile_at(tiles: int, size: int, blocks: int, tokens: int, token: int) -> int:
    """Return where the tile of a token lies."""
    return tiles + (token // tokens) * bytes_of(blocks, tokens, size)


@part
def encode(
    plan: Record, forms: int, values: int, first: int, last: int, blocks: int, tiles: int, form_bytes: int,
    tokens: int, token: int,
) -> None:  # fmt: skip
    """Write blocks of a vector into a token's tile, in each of the forms that the next matrices take."""
    slot = token % tokens
    if forms & 1:
        tile = tile_at(tiles, plain(SIZE16), blocks, tokens, token)
        call7(plan.encode_int16, values, first, last, blocks, tile, tokens, slot)
    if forms & 2:
        tile = tile_at(tiles + form_bytes, plain(SIZE8), blocks, tokens, token)
        call7(plan.encode_int8, values, first, last, blocks, tile, tokens, slot)
    if forms & 4:
        tile = tile_at(tiles + 2 * form_bytes, plain(SIZE_FLOAT), blocks, tokens, token)
        call7(plan.encode_float, values, first, last, blocks, tile, tokens, slot)


@part
def normed(plan: Record, weight: int, x: int, out: int) -> None:
    """RMSNorm of one token's residual stream."""
    call5(plan.norm, x, weight, plan.width, plan.eps, out)


@part
def prepared(plan: Record, x: int, heads: int, weight: int, cos: int, sin: int, out: int) -> None:
    """Norm each head where the model does, then turn it to its position."""
    source = x
    if weight != 0:
        for head in range(heads):
            offset = head * plan.dims * 4
            call5(plan.norm, x + offset, weight, plan.dims, plan.eps, out + offset)
        source = out
    call6(plan.rotate, source, heads, plan.dims, cos, sin, out)


@part
def stored(plan: Record, layer: Record, number: int, token: int, qkv: int, room: int) -> None:
    """Put one token's keys and values into the cache."""
    turn = token * plan.dims * 4
    k = qkv + plan.heads * plan.dims * 4
    v = k + plan.kv_heads * plan.dims * 4
    prepared(plan, k, plan.kv_heads, layer.key_norm, plan.cos + turn, plan.sin + turn, room)
    offset = number * plan.layer_bytes
    call8(
        plan.store_kv, room, v, plan.kv_heads, plan.dims, plan.capacity, plan.position + token,
        plan.keys + offset, plan.values + offset,
    )  # fmt: skip


@part
def attended(plan: Record, number: int, thread: int, queries: int, first: int, last: int, parts: int) -> None:
    """Attend with all heads of one token to positions first to last; `parts` takes one part a head."""
    group = plan.heads // plan.kv_heads
    part_bytes = (plan.dims + PART_TAIL) * 4
    scores = plan.scores + thread * plan.score_bytes
    for kv_head in range(plan.kv_heads):
        offset = number * plan.layer_bytes + kv_head * plan.capacity * plan.dims * 2
        for within in range(0, group, plan.heads_at_once):
            head = kv_head * group + within
            call9(
                plan.attend, queries + head * plan.dims * 4, plan.keys + offset, plan.values + offset,
                first, last, plan.capacity, plan.dims, scores, parts + head * part_bytes,
            )  # fmt: skip


@part
def multiplied(segment: Record, activations: int, form_bytes: int, start: int, out: int) -> None:
    """Multiply one thread's rows of a matrix with the vector of a decode step."""
    call6(
        segment.rows, segment.weights, segment.groups, segment.blocks,
        activations + segment.form * form_bytes, start + segment.first * 4, out + segment.lands * 4,
    )  # fmt: skip


@part
def multiplied_tiles(
    segment: Record, wide: int, activations: int, form_bytes: int, tiles: int, start: int, start_stride: int,
    out: int, stride: int,
) -> None:  # fmt: skip
    """Multiply one thread's rows of a matrix with many tokens, 16 rows at a time."""
    tile = activations + segment.form * form_bytes
    for group in range(segment.groups):
        call3(segment.widen, segment.weights + group * segment.blocks * segment.size, segment.blocks, wide)
        first, lands = (segment.first + 16 * group) * 4, (segment.lands + 16 * group) * 4
        call8(
            segment.tiles, wide, segment.blocks, tile, tiles, start + first, start_stride, out + lands, stride
        )


@part
def blocks_of(columns: int) -> int:
    """Return how many blocks a vector has."""
    return columns // BLOCK
