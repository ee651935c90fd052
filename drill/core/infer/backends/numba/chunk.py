"""Prefill: many tokens through all layers, each matrix read once for all of them.

Between matrices threads split the tokens, within them the rows. Leaves out decode (step.py).
"""

from drill.core.infer.backends.numba.crew import BASE, look, meet
from drill.core.infer.backends.numba.jit import Routine, invoker, part
from drill.core.infer.backends.numba.phases import (
    Record,
    attended,
    blocks_of,
    encode,
    multiplied,
    multiplied_tiles,
    normed,
    plain,
    prepared,
    stored,
)
from drill.core.infer.backends.numba.records import (
    ALL_LOGITS,
    DOWN,
    GATE,
    KEY,
    LAST_LOGITS,
    LAYER_BYTES,
    OUTPUT,
    QUERY,
    SEGMENT_BYTES,
    UP,
    VALUE,
    layer_at,
    plan_at,
    segment_at,
)
from drill.core.infer.backends.numba.step import SEGMENTS

call4, call5 = invoker(4), invoker(5)


@part
def attend_tokens(plan: Record, layer: Record, number: int, thread: int, qkv_bytes: int) -> None:
    """Attend with every so-manyth token, so that each thread gets short and long ones; encode the results."""
    vector = plan.scratch + thread * plan.scratch_bytes
    queries, parts = vector + plan.at_queries, vector + plan.at_parts
    blocks = blocks_of(plan.heads * plan.dims)
    for token in range(thread, plan.tokens, plan.threads):
        turn = token * plan.dims * 4
        cos, sin = plan.query_cos + turn, plan.query_sin + turn
        prepared(plan, plan.qkv + token * qkv_bytes, plan.heads, layer.query_norm, cos, sin, queries)
        attended(plan, number, thread, queries, plain(0), plan.position + token + 1, parts)
        call5(plan.merge, parts, 1, plan.heads, plan.dims, vector)
        encode(
            plan, layer.output_forms, vector, plain(0), blocks, blocks, plan.activations,
            plan.tile_form_bytes, plan.tile_tokens, token,
        )  # fmt: skip


@part
def encode_normed(plan: Record, weight: int, forms: int, vector: int, first: int, last: int) -> None:
    """Norm and encode the residual stream of tokens first to last."""
    blocks = blocks_of(plan.width)
    for token in range(first, last):
        normed(plan, weight, plan.x + token * plan.width * 4, vector)
        encode(
            plan, forms, vector, plain(0), blocks, blocks, plan.activations, plan.tile_form_bytes,
            plan.tile_tokens, token,
        )  # fmt: skip


@part
def tokens_of(plan: Record, thread: int) -> tuple[int, int]:
    """Return the first and last token of a thread, whole tiles at a time."""
    tokens, threads = plan.tile_tokens, plan.threads
    tiles = (plan.tokens + tokens - 1) // tokens
    first, last = tiles * thread // threads * tokens, tiles * (thread + 1) // threads * tokens
    return min(first, plan.tokens), min(last, plan.tokens)


@part
def multiplied_chunk(
    plan: Record, thread: int, segment: Record, activations: int, start: int, start_stride: int, out: int,
    stride: int,
) -> None:  # fmt: skip
    """Multiply one thread's rows of a matrix with all tokens."""
    wide = plan.scratch + thread * plan.scratch_bytes + plan.at_wide
    tiles = (plan.tokens + plan.tile_tokens - 1) // plan.tile_tokens
    multiplied_tiles(
        segment, wide, activations, plan.tile_form_bytes, tiles, start, start_stride, out, stride
    )


@part
def attention_of_chunk(
    plan: Record, layer: Record, number: int, thread: int, segments: int, turn: int
) -> int:
    """Queries, keys, values; attention; output matrix, onto the residual stream. Return the next turn."""
    vector = plan.scratch + thread * plan.scratch_bytes
    first, last = tokens_of(plan, thread)
    x_bytes, qkv_bytes = plan.width * 4, (plan.heads + 2 * plan.kv_heads) * plan.dims * 4
    encode_normed(plan, layer.attention_norm, layer.attention_forms, vector, first, last)
    turn = meet(plan.crew, turn)
    for matrix in (QUERY, KEY, VALUE):
        segment = segment_at(segments + matrix * SEGMENT_BYTES)
        multiplied_chunk(
            plan, thread, segment, plan.activations, segment.start, plain(0), plan.qkv, qkv_bytes
        )
    turn = meet(plan.crew, turn)
    # all keys and values are stored before any token attends
    for token in range(first, last):
        stored(plan, layer, number, token, plan.qkv + token * qkv_bytes, vector + plan.at_keys)
    turn = meet(plan.crew, turn)
    attend_tokens(plan, layer, number, thread, qkv_bytes)
    turn = meet(plan.crew, turn)
    output = segment_at(segments + OUTPUT * SEGMENT_BYTES)
    multiplied_chunk(plan, thread, output, plan.activations, plan.x, x_bytes, plan.x, x_bytes)
    return meet(plan.crew, turn)


@part
def encode_hidden(plan: Record, layer: Record, gate: Record) -> None:
    """SwiGLU of all tokens on one thread's rows, and their blocks of the tiles for the down matrix."""
    count, blocks = gate.groups * 16, blocks_of(plan.hidden)
    begin, end = blocks_of(gate.first), blocks_of(gate.first + count)
    for token in range(plan.tokens):
        row = token * plan.hidden * 4
        here = row + gate.first * 4
        call4(plan.swiglu, plan.gate + here, plan.up + here, count, plan.gate + here)
        encode(
            plan, layer.down_forms, plan.gate + row, begin, end, blocks, plan.hidden_activations,
            plan.tile_form_bytes, plan.tile_tokens, token,
        )  # fmt: skip


@part
def feed_of_chunk(plan: Record, layer: Record, thread: int, segments: int, turn: int) -> int:
    """Gate and up, each thread its own part of the hidden vectors; down, onto the residual stream."""
    vector = plan.scratch + thread * plan.scratch_bytes
    first, last = tokens_of(plan, thread)
    x_bytes, hidden_bytes = plan.width * 4, plan.hidden * 4
    encode_normed(plan, layer.feed_norm, layer.feed_forms, vector, first, last)
    turn = meet(plan.crew, turn)
    gate, up = segment_at(segments + GATE * SEGMENT_BYTES), segment_at(segments + UP * SEGMENT_BYTES)
    multiplied_chunk(plan, thread, gate, plan.activations, gate.start, plain(0), plan.gate, hidden_bytes)
    multiplied_chunk(plan, thread, up, plan.activations, up.start, plain(0), plan.up, hidden_bytes)
    encode_hidden(plan, layer, gate)
    turn = meet(plan.crew, turn)
    down = segment_at(segments + DOWN * SEGMENT_BYTES)
    multiplied_chunk(plan, thread, down, plan.hidden_activations, plan.x, x_bytes, plan.x, x_bytes)
    return meet(plan.crew, turn)


@Routine
def chunk(plan_address: int, thread: int) -> None:
    """Compute one thread's share of plan.tokens tokens, whose embeddings lie in plan.x."""
    plan = plan_at(plan_address)
    turn = look(plan.crew + BASE)
    for number in range(plan.layers):
        layer = layer_at(plan.layer_table + number * LAYER_BYTES)
        segments = plan.segment_table + (thread * plan.layers + number) * SEGMENTS
        turn = attention_of_chunk(plan, layer, number, thread, segments, turn)
        turn = feed_of_chunk(plan, layer, thread, segments, turn)
    head = segment_at(plan.head_table + thread * SEGMENT_BYTES)
    vector = plan.scratch + thread * plan.scratch_bytes
    if plan.want == ALL_LOGITS:
        first, last = tokens_of(plan, thread)
        encode_normed(plan, plan.head_norm, plan.head_forms, vector, first, last)
        turn = meet(plan.crew, turn)
        multiplied_chunk(
            plan, thread, head, plan.activations, head.start, plain(0), plan.logits, plan.vocabulary * 4
        )
    if plan.want == LAST_LOGITS:
        own, size, blocks = vector + plan.at_activations, plan.form_bytes, blocks_of(plan.width)
        normed(plan, plan.head_norm, plan.x + (plan.tokens - 1) * plan.width * 4, vector)
        encode(plan, plan.head_forms, vector, plain(0), blocks, blocks, own, size, plain(1), plain(0))
        multiplied(head, own, size, head.start, plan.logits)
    meet(plan.crew, turn)
