"""Model shapes: each row's parameter count follows from its shape."""

import pytest

from drill.facts import kv, params
from drill.facts.models import MODELS, Model


@pytest.mark.parametrize("model", MODELS.values(), ids=list(MODELS))
def test_the_published_count_follows_from_the_shape(model: Model) -> None:
    counted = params.dense(
        layers=model.layers,
        hidden=model.hidden,
        heads=model.heads,
        kv_heads=model.kv_heads,
        head_dim=model.head_dim,
        mlp_width=model.mlp_width,
        vocab=model.vocab,
        tied=model.tied,
        qk_norm=model.qk_norm,
    )
    assert counted == model.parameters


@pytest.mark.parametrize(
    ("key", "expected"),
    [("smollm2-135m", 23_040), ("llama-2-7b", 524_288), ("llama-3.1-405b", 516_096), ("qwen3-4b", 147_456)],
)
def test_kv_bytes_a_token_in_bf16(key: str, expected: int) -> None:
    model = MODELS[key]
    found = kv.bytes_per_token(
        layers=model.layers, kv_heads=model.kv_heads, head_dim=model.head_dim, bytes_per_element=2
    )
    assert found == expected
