"""Decode: one token through all layers, five phases each, and the logits.

A phase starts when all threads have ended the one before; what is small (norms, encoding) every thread does
for itself rather than wait for it. Leaves out prefill (chunk.py).
"""

from drill.core.infer.backends.numba.crew import BASE, look, meet
from drill.core.infer.backends.numba.jit import Routine, invoker, part
from drill.core.infer.backends.numba.phases import (
    Record,
    attended,
    blocks_of,
    encode,
    multiplied,
    normed,
    plain,
    prepared,
    stored,
)
from drill.core.infer.backends.numba.records import (
    DOWN,
    GATE,
    KEY,
    LAYER_BYTES,
    MATRICES,
    OUTPUT,
    QUERY,
    SEGMENT_BYTES,
    UP,
    VALUE,
    layer_at,
    plan_at,
    segment_at,
)

call4, call5 = invoker(4), invoker(5)
SEGMENTS = len(MATRICES) * SEGMENT_BYTES


@part
def positions_of(plan: Record, thread: int) -> tuple[int, int, int]:
    """Return the first and last position of a thread, sixteen at a time, and how many threads have any."""
    count = plan.position + 1
    share = ((count + plan.threads - 1) // plan.threads + 15) // 16 * 16
    first = min(thread * share, count)
    return first, min(first + share, count), (count + share - 1) // share


@part
def attention_phases(plan: Record, layer: Record, number: int, thread: int, segments: int, turn: int) -> int:
    """Queries, keys, values; attention; output matrix, onto the residual stream. Return the next turn."""
    none, one = plain(0), plain(1)
    vector = plan.scratch + thread * plan.scratch_bytes
    own, size, queries = vector + plan.at_activations, plan.form_bytes, vector + plan.at_queries
    width, attention = blocks_of(plan.width), blocks_of(plan.heads * plan.dims)
    normed(plan, layer.attention_norm, plan.x, vector)
    encode(plan, layer.attention_forms, vector, none, width, width, own, size, one, none)
    for matrix in (QUERY, KEY, VALUE):
        segment = segment_at(segments + matrix * SEGMENT_BYTES)
        multiplied(segment, own, size, segment.start, plan.qkv)
    turn = meet(plan.crew, turn)
    first, last, parts = positions_of(plan, thread)
    if last > first:
        # who has the last positions stores the new key and value before it attends to them
        if last == plan.position + 1:
            stored(plan, layer, number, none, plan.qkv, vector + plan.at_keys)
        prepared(plan, plan.qkv, plan.heads, layer.query_norm, plan.query_cos, plan.query_sin, queries)
        attended(plan, number, thread, queries, first, last, plan.parts + thread * plan.part_bytes)
    turn = meet(plan.crew, turn)
    call5(plan.merge, plan.parts, parts, plan.heads, plan.dims, vector)
    encode(plan, layer.output_forms, vector, none, attention, attention, own, size, one, none)
    multiplied(segment_at(segments + OUTPUT * SEGMENT_BYTES), own, size, plan.x, plan.x)
    return meet(plan.crew, turn)


@part
def feed_phases(plan: Record, layer: Record, thread: int, segments: int, turn: int) -> int:
    """Gate and up, each thread its own part of the hidden vector; down, onto the residual stream."""
    none, one = plain(0), plain(1)
    vector = plan.scratch + thread * plan.scratch_bytes
    own, size, width = vector + plan.at_activations, plan.form_bytes, blocks_of(plan.width)
    normed(plan, layer.feed_norm, plan.x, vector)
    encode(plan, layer.feed_forms, vector, none, width, width, own, size, one, none)
    gate, up = segment_at(segments + GATE * SEGMENT_BYTES), segment_at(segments + UP * SEGMENT_BYTES)
    multiplied(gate, own, size, gate.start, plan.gate)
    multiplied(up, own, size, up.start, plan.up)
    rows, count = gate.first * 4, gate.groups * 16
    call4(plan.swiglu, plan.gate + rows, plan.up + rows, count, plan.gate + rows)
    begin, end, hidden = blocks_of(gate.first), blocks_of(gate.first + count), blocks_of(plan.hidden)
    encode(plan, layer.down_forms, plan.gate, begin, end, hidden, plan.hidden_activations, size, one, none)
    turn = meet(plan.crew, turn)
    multiplied(segment_at(segments + DOWN * SEGMENT_BYTES), plan.hidden_activations, size, plan.x, plan.x)
    return meet(plan.crew, turn)


@Routine
def step(plan_address: int, thread: int) -> None:
    """Compute one thread's share of the token whose embedding lies in plan.x."""
    plan = plan_at(plan_address)
    turn = look(plan.crew + BASE)
    for number in range(plan.layers):
        layer = layer_at(plan.layer_table + number * LAYER_BYTES)
        segments = plan.segment_table + (thread * plan.layers + number) * SEGMENTS
        turn = attention_phases(plan, layer, number, thread, segments, turn)
        turn = feed_phases(plan, layer, thread, segments, turn)
    none, one = plain(0), plain(1)
    vector = plan.scratch + thread * plan.scratch_bytes
    own, width = vector + plan.at_activations, blocks_of(plan.width)
    normed(plan, plan.head_norm, plan.x, vector)
    encode(plan, plan.head_forms, vector, none, width, width, own, plan.form_bytes, one, none)
    head = segment_at(plan.head_table + thread * SEGMENT_BYTES)
    multiplied(head, own, plan.form_bytes, head.start, plan.logits)
    meet(plan.crew, turn)
