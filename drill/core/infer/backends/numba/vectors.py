"""Kernels on plain float vectors, between the matrices: norm, rotation, SwiGLU.

Counts are multiples of 16. Leaves out attention (attention.py) and activations in other forms (forms.py).
"""

from drill.core.infer.backends.numba.arithmetic import exp
from drill.core.infer.backends.numba.code import Code, Variable
from drill.core.infer.backends.numba.jit import Kernel
from drill.core.infer.backends.numba.value import F32, FLOATS, ROWS, Value

NEIGHBORS = tuple(lane ^ 1 for lane in range(ROWS))


@Kernel
def norm(code: Code, x: Value, weight: Value, count: Value, eps: Value, out: Value) -> None:
    """RMSNorm: out = x / sqrt(mean(x * x) + eps) * weight; `eps` is the address of a float."""
    squares = Variable(code.number(FLOATS, 0.0))
    with code.loop(count, step=ROWS) as i:
        here = code.floats(x + i * 4)
        squares.value = code.multiply_add(here, here, squares.value)
    length = Value(code.builder, code.builder.sitofp(count.llvm, F32))
    mean = squares.value.total() / length + code.load(F32, eps, 4)
    scale = code.repeat(code.number(F32, 1.0) / code.call("llvm.sqrt.f32", F32, mean))
    with code.loop(count, step=ROWS) as i:
        code.store(out + i * 4, code.floats(x + i * 4) * scale * code.floats(weight + i * 4), 4)


@Kernel
def rotate(code: Code, x: Value, heads: Value, dims: Value, cos: Value, sin: Value, out: Value) -> None:
    """RoPE on neighbors 2i and 2i + 1 of each head: out = x * cos + swapped x * sin.

    cos, sin: floats [dims], each angle twice, the first sine of each pair negative; see rope.py.
    """
    with code.loop(heads) as head, code.loop(dims, step=ROWS) as i:
        offset = (head * dims + i) * 4
        here = code.floats(x + offset)
        turned = here.lanes(NEIGHBORS) * code.floats(sin + i * 4)
        code.store(out + offset, code.multiply_add(here, code.floats(cos + i * 4), turned), 4)


@Kernel
def swiglu(code: Code, gate: Value, up: Value, count: Value, out: Value) -> None:
    """Write out = gate * sigmoid(gate) * up."""
    one = code.number(FLOATS, 1.0)
    with code.loop(count, step=ROWS) as i:
        x = code.floats(gate + i * 4)
        code.store(out + i * 4, code.floats(up + i * 4) * (x / (one + exp(code, x * -1.0))), 4)
