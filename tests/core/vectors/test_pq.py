"""Product quantization: codes, and keys by tables against keys of what codes stand for."""

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.vectors.pq import ProductQuantizer


@pytest.mark.parametrize("by_dot", [False, True])
def test_tables_give_the_keys_of_what_codes_stand_for(by_dot: bool, rng: np.random.Generator) -> None:
    rows = rng.standard_normal((200, 12)).astype(np.float32)
    quantizer = ProductQuantizer(12, 4, bits=3)
    quantizer.train(rows, rng)
    codes = quantizer.encode(rows)
    assert codes.dtype == np.uint8
    assert (codes.shape, codes.max()) == ((200, 4), 7)
    query, decoded = rows[0], quantizer.decode(codes)
    expected = -(decoded @ query) if by_dot else np.square(decoded - query).sum(axis=1)
    np.testing.assert_allclose(
        quantizer.keys(codes, quantizer.table(query, by_dot=by_dot)), expected, rtol=1e-4, atol=1e-5
    )


def test_more_bits_and_more_parts_lose_less(rng: np.random.Generator) -> None:
    rows = rng.standard_normal((600, 8)).astype(np.float32)

    def lost(subspaces: int, bits: int) -> float:
        quantizer = ProductQuantizer(8, subspaces, bits)
        quantizer.train(rows, rng)
        return float(np.square(rows - quantizer.decode(quantizer.encode(rows))).mean())

    assert lost(2, 2) > lost(2, 5) > lost(8, 5)


def test_every_part_gets_the_nearest_word(rng: np.random.Generator) -> None:
    rows = rng.standard_normal((50, 4)).astype(np.float32)
    quantizer = ProductQuantizer(4, 2, bits=2)
    quantizer.train(rows, rng)
    for row, code in zip(rows, quantizer.encode(rows), strict=True):
        for part in range(2):
            words = np.square(quantizer.codebooks[part] - row[2 * part : 2 * part + 2]).sum(axis=1)
            assert code[part] == words.argmin()


@pytest.mark.parametrize(
    ("subspaces", "bits", "message"),
    [(5, 8, "don't divide 12"), (0, 8, "subspaces is 0"), (4, 9, "bits is 9")],
)
def test_what_is_refused(subspaces: int, bits: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        ProductQuantizer(12, subspaces, bits)
