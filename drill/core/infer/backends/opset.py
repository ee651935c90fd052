"""The few operations that every model here is written in: one implementation a library of arrays.

Leaves out what arrays of all libraries do alike: `+`, slices and `reshape` stand in the models as they are.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from drill.core.infer.arrays import Floats
from drill.core.infer.model.config import Pairing
from drill.core.infer.ops.rope import Frequencies

# an array of the op set's own library: numpy's or torch's
Values: TypeAlias = Any


class Step(NamedTuple):
    """The new tokens of one call: ids and absolute positions, [T]; `span` slots of the cache take part."""

    ids: Values
    positions: Values
    span: int


class OpSet(Protocol):
    """Shapes: T tokens, D width, H query heads, KV heads of keys and values, d the size of a head."""

    def put(self, values: Floats) -> Values:
        """Return weights as the library's own array."""

    def put_exact(self, values: Frequencies) -> Values:
        """Return float64 numbers as the library's own array, as exact as they are."""

    def floats(self, values: Values) -> Floats:
        """Return the library's array as numpy float32."""

    def buffer(self, *shape: int) -> Values:
        """Return zeros to store keys or values in."""

    def step(self, tokens: Sequence[int], positions: Sequence[int], span: int) -> Step:
        """Return what is new in this call."""

    def compute(self, body: Callable[[Step], Values], step: Step, cache: object) -> Values:
        """Return body(step); a library that replays recorded steps may do so, one recording a cache."""

    def embed(self, table: Values, ids: Values) -> Values:
        """Return rows of [N, D], [T, D]."""

    def linear(self, x: Values, weight: Values, bias: Values | None = None) -> Values:
        """Return x weight' + bias for a weight [out, in]."""

    def rmsnorm(self, x: Values, weight: Values, *, eps: float) -> Values:
        """Normalize the last axis by its root mean square."""

    def layernorm(self, x: Values, weight: Values, bias: Values, *, eps: float) -> Values:
        """Normalize the last axis to mean zero and variance one."""

    def rotation(self, positions: Values, frequencies: Values) -> tuple[Values, Values]:
        """Return cosine and sine of each token's angles, [T, pairs] each."""

    def rotate(self, x: Values, by: tuple[Values, Values], *, pairing: Pairing) -> Values:
        """Turn the pairs of each head of [T, H, d]."""

    def visible(self, positions: Values, slots: int, window: int | None) -> Values:
        """Return which slots each token sees, in the form that `attention` wants; slot i holds position i."""

    def store(self, buffer: Values, x: Values, positions: Values) -> None:
        """Write [T, KV, d] into the slots `positions` of [KV, slots, d]."""

    def attention(self, q: Values, k: Values, v: Values, seen: Values) -> Values:
        """Return attention of [T, H, d] over [KV, S, d], [T, H * d]."""

    def silu_mul(self, gate: Values, up: Values) -> Values:
        """Return silu(gate) * up."""

    def gelu(self, x: Values) -> Values:
        """Return GELU by tanh."""

    def gelu_erf(self, x: Values) -> Values:
        """Return GELU as it is defined."""
