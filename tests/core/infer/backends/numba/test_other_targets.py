"""The kernels as other CPUs get them: plain LLVM and AVX2 are run, AVX-512 is compiled and looked at.

Each target needs a process of its own, as numba compiles for one. AVX-512 is run only where a machine has it.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

HERE = Path(__file__).parent
NAN = ("test_forms.py", "test_model.py::test_what_is_no_number_reaches_the_logits[nan-Q4_1]")
KERNELS = ("test_multiply.py", "test_matvec.py", "-k", "exact or Q4_1 or Q8_0 or F16 or half or number")
AVX2 = "+avx,+avx2,+fma,+f16c"
VNNI = f"{AVX2},+avx512f,+avx512bw,+avx512vl,+avx512dq,+avx512vnni"
LOOK = """
from drill.core.infer.backends.numba.rows import ROW_KERNELS
from drill.core.infer.backends.numba.tiles import TILE_KERNELS
kernels = [ROW_KERNELS["Q4_1 int16"], TILE_KERNELS["int16"], ROW_KERNELS["Q4_1 int8"], TILE_KERNELS["int8"]]
for kernel in kernels:
    text = kernel.assembly()
    print(*(text.count(name) for name in ("vpdpwssd", "vpdpbusd", "pmaddwd")))
"""


def run(cpu: str, features: str | None, *arguments: str) -> str:
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_CPU_FEATURES"}
    env |= {"NUMBA_CPU_NAME": cpu, **({} if features is None else {"NUMBA_CPU_FEATURES": features})}
    done = subprocess.run([sys.executable, *arguments], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files(*names: str) -> list[str]:
    return [
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        *(str(HERE / name) if name.startswith("test") else name for name in names),
    ]


@pytest.mark.parametrize(
    ("cpu", "features", "multiply"),
    [("generic", None, "generic"), ("haswell", AVX2, "avx2"), ("icelake-server", VNNI, "vnni512")],
)
def test_the_target_is_the_one_that_was_named(cpu: str, features: str | None, multiply: str) -> None:
    """Whatever the machine has itself."""
    ask = "from drill.core.infer.backends.numba.target import current; print(current().multiply)"
    assert run(cpu, features, "-c", ask).strip() == multiply


def test_plain_llvm() -> None:
    assert "passed" in run(
        "generic", None, *files(*KERNELS, "test_halves.py", "test_model.py::test_formats[Q8_0]", *NAN)
    )


def test_haswell() -> None:
    assert "passed" in run("haswell", AVX2, *files(*KERNELS))


def test_avx512_gets_one_instruction_for_each_multiply_add() -> None:
    counts = [[int(n) for n in line.split()] for line in run("icelake-server", VNNI, "-c", LOOK).splitlines()]
    assert all(words and not bytes_ and not split for words, bytes_, split in counts[:2])
    assert all(bytes_ and not words and not split for words, bytes_, split in counts[2:])
