"""Shapes of dense Llama-shaped models, as their published configs give them.

Leaves out mixtures of experts, MLA and sliding windows: the dense formulas don't hold for them.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

READ = "2026-11-29"


class Model(NamedTuple):
    """One row; `parameters` is what params.dense gives and what is published; `date` is the day read."""

    name: str
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    mlp_width: int
    vocab: int
    tied: bool
    max_context: int
    parameters: int
    qk_norm: bool
    source: str
    date: str


MODELS: Mapping[str, Model] = MappingProxyType(
    {
        "llama-2-7b": Model(
            name="Llama-2-7B",
            layers=32,
            hidden=4_096,
            heads=32,
            kv_heads=32,
            head_dim=128,
            mlp_width=11_008,
            vocab=32_000,
            tied=False,
            max_context=4_096,
            parameters=6_738_415_616,
            qk_norm=False,
            source="config.json of meta-llama/Llama-2-7b-hf",
            date=READ,
        ),
        "llama-2-13b": Model(
            name="Llama-2-13B",
            layers=40,
            hidden=5_120,
            heads=40,
            kv_heads=40,
            head_dim=128,
            mlp_width=13_824,
            vocab=32_000,
            tied=False,
            max_context=4_096,
            parameters=13_015_864_320,
            qk_norm=False,
            source="config.json of meta-llama/Llama-2-13b-hf",
            date=READ,
        ),
        "llama-3-8b": Model(
            name="Llama-3-8B",
            layers=32,
            hidden=4_096,
            heads=32,
            kv_heads=8,
            head_dim=128,
            mlp_width=14_336,
            vocab=128_256,
            tied=False,
            max_context=8_192,
            parameters=8_030_261_248,
            qk_norm=False,
            source="config.json of meta-llama/Meta-Llama-3-8B",
            date=READ,
        ),
        "llama-3-70b": Model(
            name="Llama-3-70B",
            layers=80,
            hidden=8_192,
            heads=64,
            kv_heads=8,
            head_dim=128,
            mlp_width=28_672,
            vocab=128_256,
            tied=False,
            max_context=8_192,
            parameters=70_553_706_496,
            qk_norm=False,
            source="config.json of meta-llama/Meta-Llama-3-70B",
            date=READ,
        ),
        "llama-3.1-405b": Model(
            name="Llama-3.1-405B",
            layers=126,
            hidden=16_384,
            heads=128,
            kv_heads=8,
            head_dim=128,
            mlp_width=53_248,
            vocab=128_256,
            tied=False,
            max_context=131_072,
            parameters=405_853_388_800,
            qk_norm=False,
            source="config.json of meta-llama/Llama-3.1-405B",
            date=READ,
        ),
        "mistral-7b-v0.3": Model(
            name="Mistral-7B-v0.3",
            layers=32,
            hidden=4_096,
            heads=32,
            kv_heads=8,
            head_dim=128,
            mlp_width=14_336,
            vocab=32_768,
            tied=False,
            max_context=32_768,
            parameters=7_248_023_552,
            qk_norm=False,
            source="config.json of mistralai/Mistral-7B-v0.3",
            date=READ,
        ),
        "qwen3-0.6b": Model(
            name="Qwen3-0.6B",
            layers=28,
            hidden=1_024,
            heads=16,
            kv_heads=8,
            head_dim=128,
            mlp_width=3_072,
            vocab=151_936,
            tied=True,
            max_context=40_960,
            parameters=596_049_920,
            qk_norm=True,
            source="config.json of Qwen/Qwen3-0.6B",
            date=READ,
        ),
        "qwen3-1.7b": Model(
            name="Qwen3-1.7B",
            layers=28,
            hidden=2_048,
            heads=16,
            kv_heads=8,
            head_dim=128,
            mlp_width=6_144,
            vocab=151_936,
            tied=True,
            max_context=40_960,
            parameters=1_720_574_976,
            qk_norm=True,
            source="config.json of Qwen/Qwen3-1.7B",
            date=READ,
        ),
        "qwen3-4b": Model(
            name="Qwen3-4B",
            layers=36,
            hidden=2_560,
            heads=32,
            kv_heads=8,
            head_dim=128,
            mlp_width=9_728,
            vocab=151_936,
            tied=True,
            max_context=40_960,
            parameters=4_022_468_096,
            qk_norm=True,
            source="config.json of Qwen/Qwen3-4B",
            date=READ,
        ),
        "qwen3-8b": Model(
            name="Qwen3-8B",
            layers=36,
            hidden=4_096,
            heads=32,
            kv_heads=8,
            head_dim=128,
            mlp_width=12_288,
            vocab=151_936,
            tied=False,
            max_context=40_960,
            parameters=8_190_735_360,
            qk_norm=True,
            source="config.json of Qwen/Qwen3-8B",
            date=READ,
        ),
        "qwen3-14b": Model(
            name="Qwen3-14B",
            layers=40,
            hidden=5_120,
            heads=40,
            kv_heads=8,
            head_dim=128,
            mlp_width=17_408,
            vocab=151_936,
            tied=False,
            max_context=40_960,
            parameters=14_768_307_200,
            qk_norm=True,
            source="config.json of Qwen/Qwen3-14B",
            date=READ,
        ),
        "qwen3-32b": Model(
            name="Qwen3-32B",
            layers=64,
            hidden=5_120,
            heads=64,
            kv_heads=8,
            head_dim=128,
            mlp_width=25_600,
            vocab=151_936,
            tied=False,
            max_context=40_960,
            parameters=32_762_123_264,
            qk_norm=True,
            source="config.json of Qwen/Qwen3-32B",
            date=READ,
        ),
        "smollm2-135m": Model(
            name="SmolLM2-135M",
            layers=30,
            hidden=576,
            heads=9,
            kv_heads=3,
            head_dim=64,
            mlp_width=1_536,
            vocab=49_152,
            tied=True,
            max_context=8_192,
            parameters=134_515_008,
            qk_norm=False,
            source="config.json of HuggingFaceTB/SmolLM2-135M",
            date=READ,
        ),
    }
)
