"""Fills the tables that routines walk through: kernels, weights, rooms for what is computed.

The plan owns every array whose address it holds. Leaves out the routines (step.py, chunk.py), and the tables
of weights (weight_tables.py).
"""

import numpy as np

from drill.core.infer.arrays import Floats
from drill.core.infer.backends.numba.attention import (
    ATTEND,
    MOST_HEADS,
    PART_TAIL,
    heads_at_once,
    merge,
    store_kv,
)
from drill.core.infer.backends.numba.cache import HalfCache
from drill.core.infer.backends.numba.forms import BLOCK, ENCODERS, FLOAT, FORMS
from drill.core.infer.backends.numba.matrices import Share
from drill.core.infer.backends.numba.memory import Memory, page_aligned
from drill.core.infer.backends.numba.records import ALL_LOGITS, PLAN
from drill.core.infer.backends.numba.target import current
from drill.core.infer.backends.numba.tiles import wide_bytes
from drill.core.infer.backends.numba.turns import Turns
from drill.core.infer.backends.numba.value import ROWS
from drill.core.infer.backends.numba.vectors import norm, rotate, swiglu
from drill.core.infer.backends.numba.weight_tables import WeightTables
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.weights.checkpoint import Checkpoint

# tokens that prefill takes at once: what they need stays in the caches of a core
CHUNK = 256
# bytes of a float
FLOAT32 = 4


class Plan:
    """The tables of one model, for as many threads as `shares` has lists. Kernels are compiled by this."""

    def __init__(self, checkpoint: Checkpoint, shares: list[list[Share]], crew: int) -> None:
        self.config = checkpoint.config
        self._memory = Memory()
        self._table = np.zeros(1, PLAN)
        self._logits = np.empty(0, np.float32)
        self._scores = page_aligned(0)
        threads, config = len(shares), self.config
        self._set(
            crew=crew,
            threads=threads,
            tile_tokens=current().tile_tokens,
            **_counts(config),
            **_kernels(config),
        )
        weights = WeightTables(checkpoint, shares, self._memory)
        self._set(**weights.fields(), eps=self._memory.keep(np.array([config.eps], np.float32)))
        self._set(**self._shared_rooms(threads), **self._thread_rooms(threads))
        # [tokens, width]; embeddings go in
        self.x = self._floats("x", (CHUNK, config.width))

    @property
    def address(self) -> int:
        """Return where the plan lies."""
        return int(self._table.ctypes.data)

    def ask(self, *, tokens: int, want: int, cache: HalfCache, turns: Turns) -> Floats:
        """Write one call's fields; return where its logits will lie, floats [tokens, padded vocabulary]."""
        self._make_score_room(cache.room)
        rows = tokens if want == ALL_LOGITS else 1
        self._make_logit_room(rows + current().tile_tokens)
        self._set(
            tokens=tokens, want=want, position=cache.length, capacity=cache.room,
            keys=cache.keys.ctypes.data, values=cache.values.ctypes.data, layer_bytes=cache.keys[0].nbytes,
            cos=turns.cos.ctypes.data, sin=turns.sin.ctypes.data,
            query_cos=turns.query_cos.ctypes.data, query_sin=turns.query_sin.ctypes.data,
        )  # fmt: skip
        return self._logits[:rows]

    def _set(self, **fields: int) -> None:
        for name, value in fields.items():
            self._table[name] = value

    def _floats(self, field: str, shape: tuple[int, ...]) -> Floats:
        array = np.zeros(shape, np.float32)
        self._set(**{field: self._memory.keep(array)})
        return array

    def _shared_rooms(self, threads: int) -> dict[str, int]:
        config, room = self.config, self._memory.room
        attention = config.heads * config.head_dim
        qkv = attention + 2 * config.kv_heads * config.head_dim
        widest = max(config.width, attention, config.hidden)
        tokens = current().tile_tokens
        form_bytes = FLOAT.tile_bytes(blocks=widest // BLOCK, tokens=1)
        tile_form_bytes = CHUNK // tokens * FLOAT.tile_bytes(blocks=widest // BLOCK, tokens=tokens)
        part_bytes = config.heads * (config.head_dim + PART_TAIL) * FLOAT32
        return {
            "qkv": room(CHUNK * qkv * FLOAT32),
            "gate": room(CHUNK * config.hidden * FLOAT32),
            "up": room(CHUNK * config.hidden * FLOAT32),
            "parts": room(threads * part_bytes),
            "part_bytes": part_bytes,
            "activations": room(len(FORMS) * tile_form_bytes),
            "hidden_activations": room(len(FORMS) * tile_form_bytes),
            "form_bytes": form_bytes,
            "tile_form_bytes": tile_form_bytes,
        }

    def _thread_rooms(self, threads: int) -> dict[str, int]:
        """Return offsets within a thread's room; the vector that phases work on lies at its start."""
        config = self.config
        attention = config.heads * config.head_dim
        widest = max(config.width, attention, config.hidden)
        sizes = {
            "vector": widest * FLOAT32,
            "at_queries": attention * FLOAT32,
            "at_keys": config.kv_heads * config.head_dim * FLOAT32,
            "at_parts": config.heads * (config.head_dim + PART_TAIL) * FLOAT32,
            "at_activations": len(FORMS) * FLOAT.tile_bytes(blocks=widest // BLOCK, tokens=1),
            "at_wide": widest // BLOCK * max(wide_bytes(form) for form in FORMS),
        }
        ends = np.cumsum([_whole_lines(size) for size in sizes.values()])
        offsets = dict(zip(list(sizes)[1:], (int(end) for end in ends), strict=False))
        size = int(ends[-1])
        return {**offsets, "scratch": self._memory.room(threads * size), "scratch_bytes": size}

    def _make_score_room(self, positions: int) -> None:
        """Make room for a score of each position, for the heads that a kernel takes at once."""
        size = MOST_HEADS * positions * FLOAT32
        threads = int(self._table["threads"][0])
        if threads * size > len(self._scores):
            self._scores = page_aligned(threads * size)
            self._set(scores=self._scores.ctypes.data, score_bytes=size)

    def _make_logit_room(self, rows: int) -> None:
        padded = -(-self.config.vocabulary // ROWS) * ROWS
        if rows > len(self._logits):
            self._logits = np.zeros((rows, padded), np.float32)
            self._set(logits=self._logits.ctypes.data, vocabulary=padded)


def _counts(config: ModelConfig) -> dict[str, int]:
    return {
        "layers": config.layers,
        "width": config.width,
        "heads": config.heads,
        "kv_heads": config.kv_heads,
        "dims": config.head_dim,
        "hidden": config.hidden,
        "heads_at_once": heads_at_once(config.group),
    }


def _kernels(config: ModelConfig) -> dict[str, int]:
    kernels = {
        "norm": norm,
        "rotate": rotate,
        "swiglu": swiglu,
        "merge": merge,
        "store_kv": store_kv,
        "attend": ATTEND[heads_at_once(config.group)],
        **{f"encode_{name}": encoder for name, encoder in ENCODERS.items()},
    }
    return {name: kernel.address for name, kernel in kernels.items()}


def _whole_lines(size: int) -> int:
    return -(-size // 64) * 64
