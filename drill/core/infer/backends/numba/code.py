"""How a kernel is written: Python that runs once, at compile time, and leaves machine code behind.

A Python loop writes its body several times over; `Code.loop` writes one that runs. No bounds are checked:
plan.py hands out addresses within arrays that it owns, and the tests hold every kernel to numpy. Leaves out
which kernels there are (rows.py and its neighbors), and arithmetic (value.py).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core import cgutils

from drill.core.infer.backends.numba.value import FLOATS, I8, I32, I64, INTS, ROWS, Llvm, Value, constant

# numba gives these no types
_at_entry: Any = cgutils.alloca_once_value


class Variable:
    """A value that a loop changes; LLVM keeps it in a register."""

    def __init__(self, start: Value) -> None:
        self._builder = start.builder
        self._slot = _at_entry(start.builder, start.llvm)

    @property
    def value(self) -> Value:
        """Read it."""
        return Value(self._builder, self._builder.load(self._slot))

    @value.setter
    def value(self, new: Value) -> None:
        self._builder.store(new.llvm, self._slot)


class Code:
    """The kernel so far; each method appends to it. Addresses are int64 values."""

    def __init__(self, builder: Llvm) -> None:
        self.builder = builder

    def number(self, kind: Llvm, number: float) -> Value:
        """Return a constant, in every lane of a vector."""
        return Value(self.builder, constant(kind, number))

    @contextmanager
    def loop(self, stop: Value | int, *, start: Value | None = None, step: int = 1) -> Iterator[Value]:
        """Write what the block appends once, to run for each index from `start` (0) below `stop`.

        LLVM is told not to unroll it: in a longer body it moves loads far ahead and runs out of registers.
        """
        builder = self.builder
        before, first, end = builder.block, start or self.number(I64, 0), self._number(stop)
        inside, after = (builder.append_basic_block(name) for name in ("loop", "after"))
        builder.cbranch(builder.icmp_signed("<", first.llvm, end.llvm), inside, after)
        builder.position_at_end(inside)
        index = builder.phi(I64)
        index.add_incoming(first.llvm, before)
        yield Value(builder, index)
        following = builder.add(index, constant(I64, step))
        index.add_incoming(following, builder.block)
        again = builder.cbranch(builder.icmp_signed("<", following, end.llvm), inside, after)
        again.set_metadata("llvm.loop", self._never_unrolled())
        builder.position_at_end(after)

    def _number(self, number: Value | int) -> Value:
        return number if isinstance(number, Value) else self.number(I64, number)

    def _never_unrolled(self) -> Llvm:
        """Return the mark of one loop: LLVM wants it to name itself first."""
        module = self.builder.module
        property_ = module.add_metadata(["llvm.loop.unroll.disable"])
        mark = module.add_metadata([property_, f"loop {len(module.metadata)}"])
        mark.operands = (mark, property_)
        return mark

    def load(self, kind: Llvm, where: Value, align: int = 1) -> Value:
        """Read a value of an LLVM type."""
        loaded = self.builder.load(self.builder.inttoptr(where.llvm, ir.PointerType(kind)))
        loaded.align = align
        return Value(self.builder, loaded)

    def store(self, where: Value, value: Value, align: int = 1) -> None:
        """Write a value."""
        pointer = self.builder.inttoptr(where.llvm, ir.PointerType(value.llvm.type))
        self.builder.store(value.llvm, pointer).align = align

    def floats(self, where: Value) -> Value:
        """Read 16 floats."""
        return self.load(FLOATS, where, 4)

    def words(self, where: Value) -> Value:
        """Read 64 bytes: a 32-bit word of each of 16 rows."""
        return self.load(INTS, where)

    def repeated(self, kind: Llvm, where: Value) -> Value:
        """Read one element of a vector type and repeat it in every lane."""
        return self.repeat(self.load(kind.element, where))

    def repeat(self, number: Value) -> Value:
        """Repeat a number in all 16 lanes."""
        kind = ir.VectorType(number.llvm.type, ROWS)
        empty = ir.Constant(kind, ir.Undefined)
        first = self.builder.insert_element(empty, number.llvm, constant(I32, 0))
        return Value(self.builder, self.builder.shuffle_vector(first, empty, ir.Constant(INTS, None)))

    def choose(self, x: Value, limit: float, above: Value, otherwise: float) -> Value:
        """Return `above` where the float x > limit, else a constant."""
        larger = self.builder.fcmp_ordered(">", x.llvm, constant(x.llvm.type, limit))
        return Value(
            self.builder, self.builder.select(larger, above.llvm, constant(above.llvm.type, otherwise))
        )

    def keep_before(self, limit: Value, values: Value, otherwise: float) -> Value:
        """Keep the lanes of floats whose number is below an int64 limit; the others become a constant."""
        lanes = ir.Constant(INTS, list(range(ROWS)))
        bound = self.repeat(Value(self.builder, self.builder.trunc(limit.llvm, I32)))
        inside = self.builder.icmp_signed("<", lanes, bound.llvm)
        return Value(self.builder, self.builder.select(inside, values.llvm, constant(FLOATS, otherwise)))

    def multiply_add(self, x: Value, y: Value, z: Value) -> Value:
        """Return x * y + z of floats: one instruction where the CPU has it, else two."""
        return self.call(f"llvm.fmuladd.v{ROWS}f32", FLOATS, x, y, z)

    def call(self, name: str, returns: Llvm, *arguments: Value) -> Value:
        """Call an LLVM intrinsic."""
        kind = ir.FunctionType(returns, [argument.llvm.type for argument in arguments])
        function = self.builder.module.globals.get(name) or ir.Function(self.builder.module, kind, name)
        return Value(self.builder, self.builder.call(function, [argument.llvm for argument in arguments]))

    def prefetch(self, where: Value) -> None:
        """Ask for a cache line ahead of its use; an address beyond the end is harmless."""
        line = Value(self.builder, self.builder.inttoptr(where.llvm, ir.PointerType(I8)))
        read, nearest, data = (self.number(I32, number) for number in (0, 3, 1))
        self.call("llvm.prefetch.p0", ir.VoidType(), line, read, nearest, data)
