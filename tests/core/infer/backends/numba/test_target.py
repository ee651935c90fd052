"""Which instructions are chosen for which CPU; those of this machine are proven in test_multiply.py."""

import pytest

pytest.importorskip("numba")

from drill.core.infer.backends.numba.target import choose

AVX2 = frozenset({"avx2", "fma", "f16c"})
VNNI = AVX2 | {"avx512f", "avx512bw", "avx512vnni"}


@pytest.mark.parametrize(
    ("features", "triple", "multiply", "f16c"),
    [
        (VNNI, "x86_64-unknown-linux-gnu", "vnni512", True),
        (AVX2, "x86_64-unknown-linux-gnu", "avx2", True),
        # without VNNI, AVX-512 has nothing that 256 bits lack
        (VNNI - {"avx512vnni"}, "x86_64-unknown-linux-gnu", "avx2", True),
        (frozenset({"avx2"}), "x86_64-unknown-linux-gnu", "avx2", False),
        (frozenset(), "x86_64-unknown-linux-gnu", "generic", False),
        (frozenset({"neon"}), "aarch64-unknown-linux-gnu", "generic", True),
        (frozenset({"neon"}), "arm64-apple-darwin24.0.0", "generic", True),
    ],
)
def test_the_widest_multiply_add_of_the_cpu(
    features: frozenset[str], triple: str, multiply: str, f16c: bool
) -> None:
    target = choose(cpu="some", features=features, triple=triple)
    assert (target.multiply, target.f16c) == (multiply, f16c)


def test_a_tile_has_as_many_tokens_as_registers_allow() -> None:
    triple = "x86_64-unknown-linux-gnu"
    assert choose(cpu="some", features=VNNI, triple=triple).tile_tokens == 8
    assert choose(cpu="some", features=AVX2, triple=triple).tile_tokens == 4
