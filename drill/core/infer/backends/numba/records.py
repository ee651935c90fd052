"""The tables that routines walk through: what lies where, and how much of it. All fields are int64.

`plan.py` fills them, `step.py` and `chunk.py` read them. An address of a kernel is one of these numbers too.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types

from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.jit import operation
from drill.core.infer.backends.numba.value import I8, Value


def record(*names: str) -> np.dtype[Any]:
    """Return a dtype of int64 fields."""
    return np.dtype([(name, np.int64) for name in names])


# one thread's rows of one matrix
SEGMENT = record(
    "rows", "widen", "tiles",  # kernels
    "weights", "first", "groups", "blocks",  # packed rows: the first one's number, groups of 16, blocks a row
    "lands",  # the first one's place in what the matrix writes: keys and values lie behind queries
    "size", "wide", "form",  # bytes a block, packed and widened; which form of activations
    "start",  # what is added: a bias, or zeros
)  # fmt: skip

# norms: addresses of floats, 0 for none; forms: which forms the activations before each phase need, as bits
LAYER = record(
    "attention_norm", "feed_norm", "query_norm", "key_norm",
    "attention_forms", "output_forms", "feed_forms", "down_forms",
)  # fmt: skip

PLAN = record(
    # the model
    "layers", "width", "heads", "kv_heads", "dims", "hidden", "heads_at_once", "vocabulary", "eps", "threads",
    "layer_table", "segment_table", "head_table", "head_norm", "head_forms",
    # kernels
    "norm", "rotate", "swiglu", "attend", "merge", "store_kv", "encode_int16", "encode_int8", "encode_float",
    # rooms that threads share: residual stream, queries keys and values, parts of attention, activations
    "x", "qkv", "gate", "up", "parts", "part_bytes", "activations", "hidden_activations", "logits",
    # bytes from one form's activations to the next: of one token, of a chunk
    "form_bytes", "tile_form_bytes",
    # rooms of each thread
    "scratch", "scratch_bytes", "at_queries", "at_keys", "at_parts", "at_activations", "at_wide",
    "scores", "score_bytes",
    # one call: its tokens, its cache, the turns of its positions
    "tokens", "position", "tile_tokens", "want", "keys", "values", "layer_bytes", "capacity",
    "cos", "sin", "query_cos", "query_sin",
    "crew",
)  # fmt: skip

# which matrix a segment belongs to, in the order of the segment table
MATRICES = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")
QUERY, KEY, VALUE, OUTPUT, GATE, UP, DOWN = range(len(MATRICES))

# plan.want
NO_LOGITS, LAST_LOGITS, ALL_LOGITS = range(3)


def _reader(table: np.dtype[Any]) -> Any:
    def record_at(_: Code, address: Value) -> Value:
        pointer = ir.ArrayType(I8, table.itemsize).as_pointer()
        return Value(address.builder, address.builder.inttoptr(address.llvm, pointer))

    return operation(from_dtype(table), types.int64)(record_at)


plan_at, layer_at, segment_at = _reader(PLAN), _reader(LAYER), _reader(SEGMENT)
LAYER_BYTES, SEGMENT_BYTES = LAYER.itemsize, SEGMENT.itemsize
