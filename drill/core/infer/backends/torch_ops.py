"""The op set on torch, on a CPU or a CUDA device, in float32 or bfloat16.

Leaves out recording steps for CUDA (torch_graphs.py). Only these two files and devices.py import torch.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import torch
import torch.nn.functional as F  # noqa: N812 - its name in every text on torch

from drill.core.infer.arrays import Floats
from drill.core.infer.backends.opset import Step, Values
from drill.core.infer.backends.torch_graphs import Graphs
from drill.core.infer.model.config import Pairing
from drill.core.infer.ops.rope import Frequencies

DType = Literal["float32", "bfloat16"]


class TorchOps:
    """See OpSet for shapes; `device` as torch names it, `threads` of the whole process."""

    def __init__(self, device: str, dtype: DType, threads: int | None = None) -> None:
        if threads is not None:
            torch.set_num_threads(threads)
        self.device = torch.device(device)
        self.dtype = getattr(torch, dtype)
        self._graphs = Graphs() if self.device.type == "cuda" else None

    def put(self, values: Floats) -> Values:
        """Return weights on the device; norms of bfloat16 models are rounded like the rest."""
        return torch.tensor(values, dtype=self.dtype, device=self.device)

    def put_exact(self, values: Frequencies) -> Values:
        """Return them in float64 on the device."""
        return torch.tensor(values, dtype=torch.float64, device=self.device)

    def floats(self, values: Values) -> Floats:
        """Return them as numpy float32."""
        array: Floats = values.float().cpu().numpy()
        return array

    def buffer(self, *shape: int) -> Values:
        """Return zeros on the device; their address never changes, so a recorded step may keep it."""
        return torch.zeros(shape, dtype=self.dtype, device=self.device)

    def step(self, tokens: Sequence[int], positions: Sequence[int], span: int) -> Step:
        """Return ids and positions on the device."""
        return Step(self._ints(tokens), self._ints(positions), span)

    def compute(self, body: Callable[[Step], Values], step: Step, cache: Any) -> Values:
        """Return body(step) without gradients; a step of one token on CUDA is recorded once and replayed."""
        with torch.inference_mode():
            if self._graphs is None or len(step.ids) > 1:
                return body(step)
            return self._graphs.run(body, step, cache)

    def embed(self, table: Values, ids: Values) -> Values:
        """Return rows of the table."""
        return F.embedding(ids, table)

    def linear(self, x: Values, weight: Values, bias: Values | None = None) -> Values:
        """Return x weight' + bias."""
        return F.linear(x, weight, bias)

    def rmsnorm(self, x: Values, weight: Values, *, eps: float) -> Values:
        """Take the mean in float32 and narrow before the weight, as the models were trained."""
        wide = x.float()
        scale = torch.rsqrt(wide.square().mean(-1, keepdim=True) + eps)
        return (wide * scale).to(x.dtype) * weight

    def layernorm(self, x: Values, weight: Values, bias: Values, *, eps: float) -> Values:
        """Normalize to mean zero and variance one."""
        return F.layer_norm(x, weight.shape, weight, bias, eps)

    def rotation(self, positions: Values, frequencies: Values) -> tuple[Values, Values]:
        """Take angles in float64 on the device; a recorded step reads its position there."""
        angles = positions[:, None] * frequencies
        return angles.cos().float(), angles.sin().float()

    def rotate(self, x: Values, by: tuple[Values, Values], *, pairing: Pairing) -> Values:
        """Turn the pairs of each head; components beyond the pairs stay."""
        cos, sin = by[0][:, None, :], by[1][:, None, :]
        size = 2 * cos.shape[-1]
        turning, still = x[..., :size], x[..., size:]
        if pairing == "halves":
            first, second = turning.chunk(2, dim=-1)
        else:
            first, second = turning[..., 0::2], turning[..., 1::2]
        turned = (first * cos - second * sin, first * sin + second * cos)
        joined = torch.cat(turned, -1) if pairing == "halves" else torch.stack(turned, -1).flatten(-2)
        # the tables are float32 and so is the product
        return torch.cat((joined.to(x.dtype), still), -1)

    def visible(self, positions: Values, slots: int, window: int | None) -> Values:
        """Return truth values, [T, slots]."""
        query, key = positions[:, None], torch.arange(slots, device=self.device)[None, :]
        seen = key <= query
        return seen if window is None else seen & (key > query - window)

    def store(self, buffer: Values, x: Values, positions: Values) -> None:
        """Write [T, KV, d] into the slots `positions` of [KV, slots, d]."""
        buffer.index_copy_(1, positions, x.transpose(0, 1))

    def attention(self, q: Values, k: Values, v: Values, seen: Values) -> Values:
        """Return attention of [T, H, d] over [KV, S, d], [T, H * d].

        The query heads of a KV head lie one under the other: no kernel has to know of groups.
        """
        tokens, heads, size = q.shape
        group = heads // len(k)
        grouped = q.transpose(0, 1).reshape(1, len(k), group * tokens, size)
        mixed = F.scaled_dot_product_attention(
            grouped, k[None], v[None], attn_mask=seen.repeat(group, 1)[None, None]
        )
        return mixed.reshape(heads, tokens, size).transpose(0, 1).reshape(tokens, -1)

    def silu_mul(self, gate: Values, up: Values) -> Values:
        """Return silu(gate) * up."""
        return F.silu(gate) * up

    def gelu(self, x: Values) -> Values:
        """Return GELU by tanh."""
        return F.gelu(x, approximate="tanh")

    def gelu_erf(self, x: Values) -> Values:
        """Return GELU as it is defined."""
        return F.gelu(x)

    def _ints(self, values: Sequence[int]) -> Values:
        return torch.tensor(values, dtype=torch.int64, device=self.device)
