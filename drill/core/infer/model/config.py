"""The shape of a model: what its file must say before a single weight is read.

Leaves out reading it from a file (weights/gguf_config.py, weights/hf_config.py).
"""

from dataclasses import dataclass
from typing import Literal

Family = Literal["llama", "gpt2", "bert"]
# which components of a head are rotated together: 2i with 2i + 1, or i with i + head_dim / 2
Pairing = Literal["interleaved", "halves"]


@dataclass(frozen=True, kw_only=True)
class LinearScaling:
    """RoPE positions divided by `factor`: so many times longer a text turns as far. Source: Chen 2023."""

    factor: float


@dataclass(frozen=True, kw_only=True)
class Llama3Scaling:
    """RoPE frequencies of Llama 3.1 and later: three bands by wavelength, the middle one smooth."""

    factor: float
    low_freq_factor: float
    high_freq_factor: float
    original_context: int


Scaling = LinearScaling | Llama3Scaling


@dataclass(frozen=True, kw_only=True)
class ModelConfig:
    """Counts and constants of a decoder-only transformer, or of BERT, an encoder.

    `width` is d_model, `hidden` the size inside the feed-forward, `rope_dims` how many components of
    each head are rotated, `window` the sliding window in tokens (None: full attention),
    `token_types` the kinds of segment that BERT tells apart.
    """

    family: Family
    name: str
    layers: int
    width: int
    heads: int
    kv_heads: int
    head_dim: int
    hidden: int
    vocabulary: int
    context: int
    eps: float
    rope_theta: float = 10_000.0
    rope_dims: int = 0
    rope_pairing: Pairing = "halves"
    rope_scaling: Scaling | None = None
    qkv_bias: bool = False
    qk_norm: bool = False
    tied: bool = False
    window: int | None = None
    token_types: int = 0

    @property
    def group(self) -> int:
        """How many query heads share a KV head."""
        return self.heads // self.kv_heads
