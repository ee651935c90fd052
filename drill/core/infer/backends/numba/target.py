"""What the kernels are compiled for: which CPU, and which of its instructions the kernels may name.

Leaves out the instructions themselves (multiply.py, halves.py).
"""

from functools import cache
from typing import Any, Literal, NamedTuple

import numba
from llvmlite import binding

MultiplyAddName = Literal["vnni512", "avx2", "generic"]

# numba makes these when it is imported, out of sight of type checkers
config: Any = numba.config


class Target(NamedTuple):
    """`multiply` picks the instruction of the inner loops, `f16c` says that the CPU converts half floats."""

    cpu: str
    multiply: MultiplyAddName
    f16c: bool
    x86: bool

    @property
    def tile_tokens(self) -> int:
        """How many tokens a prefill tile holds: 8 registers of running sums, of AVX2's 16 or AVX-512's 32."""
        return 8 if self.multiply == "vnni512" else 4


def current() -> Target:
    """Return the target that numba compiles for; NUMBA_CPU_NAME and NUMBA_CPU_FEATURES are honored."""
    return choose(cpu=config.CPU_NAME or binding.get_host_cpu_name(), features=_features(), triple=_triple())


def choose(*, cpu: str, features: frozenset[str], triple: str) -> Target:
    """Return the target for a CPU with these LLVM `features`, named without their plus signs."""
    x86 = triple.startswith(("x86_64", "i686", "amd64"))
    multiply: MultiplyAddName = "generic"
    if x86 and {"avx512f", "avx512bw", "avx512vnni"} <= features:
        multiply = "vnni512"
    elif x86 and "avx2" in features:
        multiply = "avx2"
    # every 64-bit ARM converts half floats
    f16c = "f16c" in features if x86 else triple.startswith(("aarch64", "arm64"))
    return Target(cpu=cpu, multiply=multiply, f16c=f16c, x86=x86)


def keep_vnni_whole() -> None:
    """Stop LLVM from splitting vpdpwssd into a multiply and an add; works until the first compilation.

    LLVM splits it to shorten a chain of additions; the kernels run several chains, so that only costs.
    """
    if current().multiply == "vnni512" and "fast-dpwssd" not in _features():
        named = ",".join(f"+{feature}" for feature in sorted(_features()))
        config.CPU_FEATURES = f"{named},+fast-dpwssd"


def _features() -> frozenset[str]:
    if config.CPU_FEATURES is None:
        return _host_features()
    return frozenset(part[1:] for part in config.CPU_FEATURES.split(",") if part.startswith("+"))


@cache
def _host_features() -> frozenset[str]:
    return frozenset(name for name, has in binding.get_host_cpu_features().items() if has)


def _triple() -> str:
    return str(binding.get_process_triple())
