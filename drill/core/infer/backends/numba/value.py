"""Values of a kernel that is being written: numbers, addresses, vectors, and what can be done to them.

A vector holds one number for each of 16 rows: as wide as AVX-512 has them. LLVM cuts it in two for AVX2, in
four for SSE and NEON. No fast-math: operations happen in the order as written. Leaves out memory and loops
(code.py).
"""

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir

ROWS = 16

F32, F16 = ir.FloatType(), ir.HalfType()
I8, I16, I32, I64 = ir.IntType(8), ir.IntType(16), ir.IntType(32), ir.IntType(64)
FLOATS, HALVES = ir.VectorType(F32, ROWS), ir.VectorType(F16, ROWS)
INTS, SHORTS, BYTES = ir.VectorType(I32, ROWS), ir.VectorType(I16, ROWS), ir.VectorType(I8, ROWS)
# one 32-bit word of each row, seen as its two int16 lanes or its four bytes
SHORT_PAIRS, BYTE_QUADS = ir.VectorType(I16, 2 * ROWS), ir.VectorType(I8, 4 * ROWS)

# what llvmlite and numba hand out has no types of its own
Llvm = Any


def constant(kind: Llvm, number: float) -> Llvm:
    """Return a constant of an LLVM type; a vector holds the number in every lane."""
    if isinstance(kind, ir.VectorType):
        return ir.Constant(kind, [number] * kind.count)
    return ir.Constant(kind, number)


class Value:
    """A number, an address or a vector in a kernel that is being written; plain numbers mix with it."""

    def __init__(self, builder: Llvm, llvm: Llvm) -> None:
        self.builder = builder
        self.llvm = llvm

    @property
    def is_float(self) -> bool:
        """Say whether the lanes are floats."""
        return getattr(self.llvm.type, "element", self.llvm.type) == F32

    def __add__(self, other: "Value | float") -> "Value":
        return self._apply("fadd" if self.is_float else "add", other)

    def __sub__(self, other: "Value | float") -> "Value":
        return self._apply("fsub" if self.is_float else "sub", other)

    def __mul__(self, other: "Value | float") -> "Value":
        return self._apply("fmul" if self.is_float else "mul", other)

    def __truediv__(self, other: "Value | float") -> "Value":
        return self._apply("fdiv", other)

    def __floordiv__(self, power_of_two: int) -> "Value":
        """Divide integers by a power of two, downwards."""
        return self._apply("ashr", power_of_two.bit_length() - 1)

    def __lshift__(self, bits: int) -> "Value":
        return self._apply("shl", bits)

    def __rshift__(self, bits: int) -> "Value":
        """Move bits down, zeros from above."""
        return self._apply("lshr", bits)

    def __and__(self, mask: int) -> "Value":
        return self._apply("and_", mask)

    def __or__(self, other: "Value | int") -> "Value":
        return self._apply("or_", other)

    def larger(self, other: "Value | float") -> "Value":
        """Return the larger of each pair; a NaN of this side stays."""
        return self._pick(">", other)

    def smaller(self, other: "Value | float") -> "Value":
        """Return the smaller of each pair; a NaN of this side stays."""
        return self._pick("<", other)

    def size(self) -> "Value":
        """Return |x| of floats."""
        return self.seen_as(INTS).__and__(0x7FFFFFFF).seen_as(FLOATS)

    def seen_as(self, kind: Llvm) -> "Value":
        """Return the same bits as another type."""
        return Value(self.builder, self.builder.bitcast(self.llvm, kind))

    def floats(self) -> "Value":
        """Convert integers to floats."""
        return Value(self.builder, self.builder.sitofp(self.llvm, FLOATS))

    def widened(self) -> "Value":
        """Spread small signed integers to int32."""
        kind = ir.VectorType(I32, self.llvm.type.count)
        return Value(self.builder, self.builder.sext(self.llvm, kind))

    def cut_to(self, kind: Llvm) -> "Value":
        """Keep the low bits of integers that fit."""
        return Value(self.builder, self.builder.trunc(self.llvm, kind))

    def lane(self, number: int) -> "Value":
        """Return one lane."""
        return Value(self.builder, self.builder.extract_element(self.llvm, constant(I32, number)))

    def lanes(self, chosen: Sequence[int], other: "Value | None" = None) -> "Value":
        """Return the named lanes of this vector, or of this and another laid end to end."""
        which = ir.Constant(ir.VectorType(I32, len(chosen)), list(chosen))
        return Value(self.builder, self.builder.shuffle_vector(self.llvm, (other or self).llvm, which))

    def total(self) -> "Value":
        """Add the lanes up, halves first."""
        return self._reduced(lambda low, high: low + high)

    def largest(self) -> "Value":
        """Return the largest lane; a NaN among floats may get lost."""
        return self._reduced(lambda low, high: low.larger(high))

    def _reduced(self, combine: "Callable[[Value, Value], Value]") -> "Value":
        value, lanes = self, ROWS
        while lanes > 1:
            lanes //= 2
            value = combine(value.lanes(range(lanes)), value.lanes(range(lanes, 2 * lanes)))
        return value.lane(0)

    def _apply(self, operation: str, other: "Value | float") -> "Value":
        return Value(self.builder, getattr(self.builder, operation)(self.llvm, self._like(other)))

    def _pick(self, sign: str, other: "Value | float") -> "Value":
        right = self._like(other)
        # not the other way round: no NaN is larger or smaller than anything
        compare = self.builder.fcmp_ordered if self.is_float else self.builder.icmp_signed
        chosen = compare(sign, right, self.llvm)
        return Value(self.builder, self.builder.select(chosen, right, self.llvm))

    def _like(self, other: "Value | float") -> Llvm:
        return other.llvm if isinstance(other, Value) else constant(self.llvm.type, other)
