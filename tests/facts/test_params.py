"""Examples of drill.facts.params: published parameter counts and their parts."""

import pytest

from drill.facts import params
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    (
        "dense",
        {
            "layers": 32,
            "hidden": 4096,
            "heads": 32,
            "kv_heads": 8,
            "head_dim": 128,
            "mlp_width": 14_336,
            "vocab": 128_256,
            "tied": 0,
        },
        8_030_261_248,
    ),
    (
        "dense",
        {
            "layers": 30,
            "hidden": 576,
            "heads": 9,
            "kv_heads": 3,
            "head_dim": 64,
            "mlp_width": 1536,
            "vocab": 49_152,
            "tied": 1,
        },
        134_515_008,
    ),
    (
        "attention_projections",
        {"hidden": 4096, "heads": 32, "kv_heads": 8, "head_dim": 128},
        41_943_040,
    ),
    ("attention_projections", {"hidden": 1024, "heads": 16, "kv_heads": 8, "head_dim": 128}, 6_291_456),
    ("mlp", {"hidden": 4096, "mlp_width": 14_336}, 176_160_768),
    ("mlp", {"hidden": 576, "mlp_width": 1536}, 2_654_208),
    ("embedding_share", {"vocab": 49_152, "hidden": 576, "tied": 1, "parameters": 134_515_008}, 0.2105),
    ("embedding_share", {"vocab": 128_256, "hidden": 4096, "tied": 0, "parameters": 8_030_261_248}, 0.13084),
    (
        "forward_flops_per_token",
        {"parameters": 8e9, "layers": 32, "heads": 32, "head_dim": 128, "context": 0},
        16e9,
    ),
    (
        "forward_flops_per_token",
        {"parameters": 8e9, "layers": 32, "heads": 32, "head_dim": 128, "context": 8192},
        16e9 + 4_294_967_296,
    ),
    ("allowed_pairs", {"new_tokens": 2, "cached_tokens": 3}, 4 + 5),
    ("allowed_pairs", {"new_tokens": 4, "cached_tokens": 0}, 1 + 2 + 3 + 4),
    ("logits_bytes", {"batch": 1, "vocab": 128_256}, 513_024),
    ("logits_bytes", {"batch": 64, "vocab": 50_257}, 12_865_792),
    (
        "attention_equals_linear_context",
        {"parameters": 8_030_261_248, "layers": 32, "heads": 32, "head_dim": 128},
        30_633,
    ),
    (
        "attention_equals_linear_context",
        {"parameters": 134_515_008, "layers": 30, "heads": 9, "head_dim": 64},
        3892.2,
    ),
    (
        "causal_attention_flops",
        {"layers": 32, "heads": 32, "head_dim": 128, "tokens": 8192},
        17_592_186_044_416,
    ),
    ("causal_attention_flops", {"layers": 1, "heads": 1, "head_dim": 1, "tokens": 10}, 200),
    ("rope_wavelength", {"base": 10_000, "head_dim": 128, "pair": 0}, 6.28319),
    ("rope_wavelength", {"base": 10_000, "head_dim": 128, "pair": 32}, 628.319),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(params, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)
