"""Product quantization: a vector cut in parts, each the number of the nearest of 2**bits typical ones.

Distances come from tables of the query's own, one lookup a part (ADC: the query itself is not quantized).
Leaves out where codes lie (ivf.py). Source: Jegou et al. 2011.
"""

import numpy as np

from drill.core.errors import InputError
from drill.core.infer.arrays import Array, Bytes, Floats
from drill.core.vectors.checks import check_at_least
from drill.core.vectors.kmeans import assign, kmeans


class ProductQuantizer:
    """Codebooks [subspaces, 2**bits, d / subspaces]; a code is a byte a subspace."""

    def __init__(self, dimension: int, subspaces: int, bits: int = 8) -> None:
        """InputError unless `subspaces` divides the dimension and bits are 1 to 8."""
        self.subspaces = check_at_least("subspaces", subspaces, 1)
        if dimension % subspaces:
            raise InputError(f"{subspaces} subspaces don't divide {dimension} dimensions; take a divisor")
        if not 1 <= check_at_least("bits", bits, 1) <= 8:
            raise InputError(f"bits is {bits}; a code is one byte a subspace, take 1 to 8")
        self.bits = bits
        self.codebooks: Floats = np.zeros((subspaces, 1 << bits, dimension // subspaces), np.float32)

    @property
    def words(self) -> int:
        """How many typical parts a subspace has."""
        return 1 << self.bits

    def train(self, vectors: Floats, rng: np.random.Generator) -> None:
        """Find the codebooks; vectors [n, d] with n >= 2**bits."""
        # a new array: the old one may be a file's, which can't be written
        self.codebooks = np.stack([kmeans(part, self.words, rng) for part in self._parts(vectors)])

    def encode(self, vectors: Floats) -> Bytes:
        """Return codes [n, subspaces]."""
        found = [
            assign(part, codebook, by_dot=False)
            for part, codebook in zip(self._parts(vectors), self.codebooks, strict=True)
        ]
        return np.stack(found, axis=1).astype(np.uint8)

    def decode(self, codes: Bytes) -> Floats:
        """Return what codes stand for [n, d]."""
        parts = [codebook[codes[:, number]] for number, codebook in enumerate(self.codebooks)]
        return np.concatenate(parts, axis=1)

    def table(self, query: Floats, *, by_dot: bool) -> Floats:
        """Return the keys [subspaces, 2**bits] of a query [d] to every typical part."""
        parts = query.reshape(self.subspaces, 1, -1)
        if by_dot:
            return -(self.codebooks * parts).sum(axis=2)
        return np.square(self.codebooks - parts).sum(axis=2)

    def keys(self, codes: Bytes, table: Floats) -> Floats:
        """Return the keys [n] of codes, looked up part by part."""
        return table[np.arange(self.subspaces), codes].sum(axis=1)

    def _parts(self, vectors: Floats) -> list[Array]:
        return [np.ascontiguousarray(part) for part in np.split(vectors, self.subspaces, axis=1)]
