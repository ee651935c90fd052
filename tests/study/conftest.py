"""Builders of small questions, one fixture a kind: `choice(options=...)` changes a field; random answers."""

import random
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import strategies as st

from drill.study.ask import Ask
from drill.study.instance import draw
from drill.study.journal import Rating
from drill.study.question import (
    Bug,
    Choice,
    ItemId,
    Multi,
    Numeric,
    Open,
    Option,
    Order,
    Param,
    Point,
    Predict,
    Question,
    Reference,
    Short,
    Slip,
    Trap,
)
from drill.study.tally import Answer

# what `st.from_type(Answer)` draws: few items, days near each other, every kind of test of memory
st.register_type_strategy(
    Answer,
    st.builds(
        Answer,
        day=st.dates(date(2026, 11, 20), date(2027, 1, 10)),
        item=st.sampled_from([ItemId(name) for name in "abcdef"]),
        right=st.booleans(),
        rating=st.sampled_from(Rating),
        seconds=st.floats(0, 300),
        predicted=st.none() | st.floats(0, 1, exclude_max=True),
        confidence=st.none() | st.integers(1, 3),
    ),
)
COMMON: dict[str, Any] = {
    "id": ItemId("kv-sample"),
    "difficulty": 2,
    "outline": ("kv-memory",),
    "sources": (Reference("derivation"),),
    "prompt": "What holds?",
    "explanation": "It follows from the formula.",
}
OPTIONS = (
    Option("after its last chunk", "The first logits need the whole prompt.", right=True),
    Option("after its first chunk", "A chunk gives no logits to sample.", misconception="chunks answer"),
    Option("when the budget is free", "The budget sizes a chunk.", misconception="budget is a queue"),
    Option("at the next decode", "Decodes go on beside it.", misconception="one step is enough"),
)
SEVERAL = (
    Option("keys", "Kept for each token.", right=True),
    Option("queries", "Used once, then dropped.", misconception="queries are cached"),
    Option("values", "Kept for each token.", right=True),
    Option("logits", "Only the last row is used.", misconception="logits are cached"),
    Option("a scale a block", "An FP8 cache keeps it.", right=True),
)


@pytest.fixture(scope="session")
def choice() -> Callable[..., Choice]:
    return lambda **fields: Choice(**{**COMMON, "options": OPTIONS, **fields})


@pytest.fixture(scope="session")
def multi() -> Callable[..., Multi]:
    return lambda **fields: Multi(**{**COMMON, "options": SEVERAL, **fields})


@pytest.fixture(scope="session")
def numeric() -> Callable[..., Numeric]:
    """The KV cache of Llama-3-8B in BF16; `tokens` of 16,384 take exactly 2 GiB."""
    usual = {
        "params": {
            "model": Param(table="models", rows=("llama-3-8b",)),
            "tokens": Param(values=(8192, 16384, 32768)),
            "dtype": Param(values=(2,), names=("BF16",)),
        },
        "formula": "kv.cache_bytes",
        "args": {
            "layers": "model.layers",
            "kv_heads": "model.kv_heads",
            "head_dim": "model.head_dim",
            "bytes_per_element": "dtype",
        },
        "unit": "GiB",
        "worked": "2 x {model.layers} x {tokens} x {dtype} B ({dtype.name}) = {answer}",
        "traps": (
            Trap("all heads", "KV heads, not the {model.heads} query heads.", formula="kv.cache_bytes",
                 args={"kv_heads": "model.heads"}),
            Trap("keys only", "Values are cached too.",
                 expression="model.layers*model.kv_heads*model.head_dim*tokens*dtype"),
        ),
        "band": (0.1, 100),
    }  # fmt: skip
    return lambda **fields: Numeric(**{**COMMON, **usual, **fields})


@pytest.fixture(scope="session")
def short() -> Callable[..., Short]:
    usual = {
        "accepted": ("KV cache", "key-value cache"),
        "slips": (Slip("prefix cache", "It holds no prefix."),),
    }
    return lambda **fields: Short(**{**COMMON, **usual, **fields})


@pytest.fixture(scope="session")
def order() -> Callable[..., Order]:
    return lambda **fields: Order(**{**COMMON, "steps": ("logits", "temperature", "top-p", "draw"), **fields})


@pytest.fixture(scope="session")
def predict() -> Callable[..., Predict]:
    usual = {
        "code": "print(1)\nprint(2)\n",
        "output": "1\n2\n",
        "slips": (Slip("3", "print adds nothing up."),),
    }
    return lambda **fields: Predict(**{**COMMON, **usual, **fields})


@pytest.fixture(scope="session")
def bug() -> Callable[..., Bug]:
    usual = {
        "code": "def half(x):\n    y = x * 2\n    return y\n",
        "fixed": "def half(x):\n    y = x / 2\n    return y\n",
        "check": "assert half(4) == 2",
        "line": 2,
        "options": OPTIONS,
    }
    return lambda **fields: Bug(**{**COMMON, **usual, **fields})


@pytest.fixture(scope="session")
def interview() -> Callable[..., Open]:
    usual = {
        "points": (
            Point("prefill is compute-bound", ("compute-bound", "in parallel")),
            Point("decode reads all weights a token", ("memory-bound", "bandwidth", "reads the weights")),
            Point("TTFT grows with the prompt", ("ttft", "prompt length")),
            Point("batching shares the weight reads", ("batch", "batching")),
        ),
        "wrong_claims": ("decode is slow because of softmax", "the first token waits for the last"),
    }
    return lambda **fields: Open(**{**COMMON, **usual, **fields})


@pytest.fixture(scope="session")
def every_kind(request: pytest.FixtureRequest) -> tuple[Question, ...]:
    kinds = ("choice", "multi", "numeric", "short", "order", "predict", "bug", "interview")
    return tuple(request.getfixturevalue(kind)() for kind in kinds)


@pytest.fixture(scope="session")
def as_written() -> Callable[[Question], Ask]:
    """An ask that shows options in the order of the bank: `a` is the first."""

    def ask(question: Question) -> Ask:
        drawn = draw(question, random.Random(1))
        return Ask(drawn.item, drawn.rev, drawn.numbers, tuple(sorted(drawn.order)))

    return ask
