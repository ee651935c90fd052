"""The one operation that depends on the CPU: multiply small integers and add neighbors up into int32.

`pairs` takes two int16 a row, `quads` four bytes (weights of 4 bits, activations of 8). AVX-512-VNNI has one
instruction for each, AVX2 two or three; every other target gets plain shifts, multiplications and additions.
All give the same integers. Leaves out which target is used (target.py).
"""

from collections.abc import Callable
from typing import NamedTuple

from llvmlite import ir

from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.forms import INT8, Form
from drill.core.infer.backends.numba.target import MultiplyAddName, current
from drill.core.infer.backends.numba.value import BYTE_QUADS, I8, I16, I32, INTS, SHORT_PAIRS, Llvm, Value

# sums so far, then a 32-bit word of weights and of activations for each row
Multiply = Callable[[Code, Value, Value, Value], Value]

# what 256 bits hold
HALF_INTS, HALF_SHORTS, HALF_BYTES = ir.VectorType(I32, 8), ir.VectorType(I16, 16), ir.VectorType(I8, 32)


class MultiplyAdd(NamedTuple):
    """`add` to sums of type `kind`, at most a block long; `finish` makes them int32."""

    kind: Llvm
    add: Multiply
    finish: Callable[[Code, Value], Value]


class Target(NamedTuple):
    """The multiply-adds of one target."""

    pairs: MultiplyAdd
    quads: MultiplyAdd


def vnni_pairs(code: Code, sums: Value, weights: Value, activations: Value) -> Value:
    """vpdpwssd: multiply int16 lanes, add each pair to its int32 sum."""
    return code.call("llvm.x86.avx512.vpdpwssd.512", INTS, sums, weights, activations)


def vnni_quads(code: Code, sums: Value, weights: Value, activations: Value) -> Value:
    """vpdpbusd: multiply unsigned by signed bytes, add each four to their int32 sum."""
    return code.call("llvm.x86.avx512.vpdpbusd.512", INTS, sums, weights, activations)


def avx2_pairs(code: Code, sums: Value, weights: Value, activations: Value) -> Value:
    """pmaddwd: multiply int16 lanes and add pairs; then a plain addition."""

    def multiply(x: Value, y: Value) -> Value:
        return code.call("llvm.x86.avx2.pmadd.wd", HALF_INTS, x, y)

    return sums + _by_halves(multiply, weights.seen_as(SHORT_PAIRS), activations.seen_as(SHORT_PAIRS))


def avx2_quads(code: Code, sums: Value, weights: Value, activations: Value) -> Value:
    """pmaddubsw: multiply unsigned by signed bytes and add pairs, in int16; a block stays within."""

    def multiply(x: Value, y: Value) -> Value:
        return code.call("llvm.x86.avx2.pmadd.ub.sw", HALF_SHORTS, x, y)

    # 8 additions of 2 products of at most 15 * 127: 30,480
    return sums + _by_halves(multiply, weights.seen_as(BYTE_QUADS), activations.seen_as(BYTE_QUADS))


def avx2_finish(code: Code, sums: Value) -> Value:
    """pmaddwd by ones: add pairs of int16 up to int32."""

    def widen(x: Value, y: Value) -> Value:
        return code.call("llvm.x86.avx2.pmadd.wd", HALF_INTS, x, y)

    return _by_halves(widen, sums, code.number(SHORT_PAIRS, 1))


def generic_pairs(code: Code, sums: Value, weights: Value, activations: Value) -> Value:
    """Plain LLVM: widen int16, multiply, add neighbors; LLVM finds the CPU's instruction if it has one."""
    return sums + _neighbors_added(
        weights.seen_as(SHORT_PAIRS).widened() * activations.seen_as(SHORT_PAIRS).widened()
    )


def generic_quads(code: Code, sums: Value, weights: Value, activations: Value) -> Value:
    """Plain LLVM: as for pairs, with bytes; 4-bit weights have no sign bit."""
    x, y = (side.seen_as(BYTE_QUADS).widened() for side in (weights, activations))
    return sums + _neighbors_added(_neighbors_added(x * y))


def _neighbors_added(x: Value) -> Value:
    count = x.llvm.type.count
    return x.lanes(range(0, count, 2)) + x.lanes(range(1, count, 2))


def _by_halves(multiply: Callable[[Value, Value], Value], x: Value, y: Value) -> Value:
    """Run a 256-bit instruction on both halves of 512 bits."""
    count = x.llvm.type.count // 2
    low, high = (
        multiply(x.lanes(lanes), y.lanes(lanes)) for lanes in (range(count), range(count, 2 * count))
    )
    return low.lanes(range(2 * low.llvm.type.count), high)


def _finished(_: Code, sums: Value) -> Value:
    return sums


BY_TARGET: dict[MultiplyAddName, Target] = {
    "vnni512": Target(MultiplyAdd(INTS, vnni_pairs, _finished), MultiplyAdd(INTS, vnni_quads, _finished)),
    "avx2": Target(
        MultiplyAdd(INTS, avx2_pairs, _finished), MultiplyAdd(SHORT_PAIRS, avx2_quads, avx2_finish)
    ),
    "generic": Target(
        MultiplyAdd(INTS, generic_pairs, _finished), MultiplyAdd(INTS, generic_quads, _finished)
    ),
}


def multiply_add(form: Form) -> MultiplyAdd:
    """Return the operation for activations of a form, on the CPU that numba compiles for."""
    target = BY_TARGET[current().multiply]
    return target.quads if form is INT8 else target.pairs
