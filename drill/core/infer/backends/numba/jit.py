"""Kernels and routines: machine code by numba, made when its address is first asked for, piece by piece.

A kernel is written by a Python function on `Code`; a routine is an ordinary numba function that calls kernels
by address. So a model compiles what its formats need and nothing twice. Leaves out the cache's folder
(warming.py).
"""

# ruff: noqa: PLW0108 - numba reads the bytecode of a kernel's shell, which must be a function of its own
import inspect
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FunctionType
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba import types
from numba.core.caching import FunctionCache
from numba.extending import intrinsic

from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.target import config, keep_vnni_whole
from drill.core.infer.backends.numba.value import Llvm, Value

# no bounds, no exceptions: a routine can't raise
OPTIONS = {"error_model": "numpy", "boundscheck": False}

# numba's hints leave out some of its options
njit: Any = numba.njit
cfunc: Any = numba.cfunc
function_cache: Any = FunctionCache

Function = TypeVar("Function", bound=Callable[..., Any])


def operation(returns: Any, *takes: Any) -> Callable[[Callable[..., Value | None]], Any]:
    """Make a function that writes code into something that numba functions call.

    The function takes the Code and one Value for each of `takes` (numba types).
    """

    def wrap(write: Callable[..., Value | None]) -> Any:
        def lower(context: Any, builder: Llvm, _: Any, arguments: Sequence[Llvm]) -> Llvm:
            value = write(Code(builder), *(Value(builder, argument) for argument in arguments))
            return context.get_dummy_value() if value is None else value.llvm

        def typed(_: Any, *__: Any) -> Any:
            return returns(*takes), lower

        # numba asks for a parameter for each argument
        names = ["context", *(f"argument_{i}" for i in range(len(takes)))]
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        signature = inspect.Signature([inspect.Parameter(name, kind) for name in names])
        vars(typed).update(__signature__=signature)
        return intrinsic(typed)

    return wrap


def part(function: Function) -> Function:
    """Mark a function that routines call: it becomes part of the routine's own code."""
    compiled: Function = njit(**OPTIONS, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(
        function
    )
    return compiled


class Routine:
    """A numba function of int64 values that returns nothing; compiled, or read from the cache, when used."""

    def __init__(self, function: Callable[..., None]) -> None:
        self.name = function.__name__
        self.function = function
        self._compiled: Any = None

    @property
    def address(self) -> int:
        """Return where the machine code lies."""
        return int(self.compiled.address)

    @property
    def compiled(self) -> Any:
        """Return numba's C callback."""
        if self._compiled is None:
            keep_vnni_whole()
            # kept for the next process only in a folder that was chosen for it
            self._compiled = self._kept() if config.CACHE_DIR else self._compile(cache=False)
        return self._compiled

    def _kept(self) -> Any:
        """Read it from the cache or put it there; where that fails, make it for this process alone."""
        try:
            return self._compile(cache=True)
        # bytes that aren't a pickle raise whatever they look like; a fault of the function itself comes again
        except Exception:
            with suppress(OSError):
                # an empty index in the place of a damaged one: the next process writes both files anew
                function_cache(self.function).flush()
            return self._compile(cache=False)

    def _compile(self, *, cache: bool) -> Any:
        signature = types.void(*([types.int64] * self.function.__code__.co_argcount))
        return cfunc(signature, cache=cache, **OPTIONS)(self.function)

    def __call__(self, *arguments: int) -> None:
        """Run it; the GIL is let go of."""
        self.compiled.ctypes(*arguments)

    def assembly(self) -> str:
        """Return the machine code as text, for those who want to see what LLVM made."""
        return str(self.compiled._library.get_asm_str())


class Kernel(Routine):
    """A routine whose whole body is written by a function of Code and one Value an argument."""

    def __init__(self, write: Callable[..., None]) -> None:
        count = len(inspect.signature(write).parameters) - 1
        body = operation(types.void, *([types.int64] * count))(write)
        super().__init__(_calling(body, write, count))


def _calling(body: Any, write: Callable[..., None], count: int) -> Any:
    """Return a function with `body` among its globals: numba's cache can't tell it by name in a closure."""
    function = FunctionType(SHELLS[count].__code__, {"body": body}, write.__name__)
    function.__module__ = write.__module__
    function.__qualname__ = write.__qualname__
    return function


def body(*_: int) -> None:
    """Stand for what a kernel writes, in the shells."""


SHELLS: dict[int, Any] = {
    2: lambda a, b: body(a, b),
    3: lambda a, b, c: body(a, b, c),
    4: lambda a, b, c, d: body(a, b, c, d),
    5: lambda a, b, c, d, e: body(a, b, c, d, e),
    6: lambda a, b, c, d, e, f: body(a, b, c, d, e, f),
    7: lambda a, b, c, d, e, f, g: body(a, b, c, d, e, f, g),
    8: lambda a, b, c, d, e, f, g, h: body(a, b, c, d, e, f, g, h),
    9: lambda a, b, c, d, e, f, g, h, i: body(a, b, c, d, e, f, g, h, i),
}


def invoker(count: int) -> Any:
    """Return what calls the routine at an address with `count` numbers."""

    def invoke(code: Code, address: Value, *arguments: Value) -> None:
        kind = ir.FunctionType(ir.VoidType(), [argument.llvm.type for argument in arguments])
        pointer = code.builder.inttoptr(address.llvm, kind.as_pointer())
        code.builder.call(pointer, [argument.llvm for argument in arguments])

    return operation(types.void, *([types.int64] * (count + 1)))(invoke)
