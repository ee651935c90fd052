"""How functions are compiled here: parts become code of what calls them, entries are called from Python.

An entry is compiled, or read from the cache, when it is first called; the GIL is let go of while it runs.
Leaves out the cache's folder (warming.py).
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from drill.core.infer.backends.numba.jit import OPTIONS, function_cache, njit, part
from drill.core.infer.backends.numba.target import config

__all__ = ["Entry", "part", "shared"]

Function = TypeVar("Function", bound=Callable[..., Any])


def shared(function: Function) -> Function:
    """Mark a function that is long and called from several places: compiled once, called as it is."""
    compiled: Function = njit(**OPTIONS, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


class Kept(function_cache):  # type: ignore[misc]
    """An entry's machine code in files; where they can't be used, it is compiled anew."""

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return code for a signature, or None."""
        try:
            return super().load_overload(signature, context)
        # bytes that aren't a pickle raise whatever they look like
        except Exception:
            with suppress(OSError):
                # an empty index in the place of a damaged one: what is saved next is found again
                self.flush()
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Write code for the next process, if there is room for it."""
        with suppress(OSError):
            super().save_overload(signature, code)


class Entry:
    """A numba function that Python calls with numbers, arrays and named tuples of them."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name = function.__name__
        self._function = function
        self._compiled: Any = None

    @property
    def compiled(self) -> Any:
        """Return numba's dispatcher."""
        if self._compiled is None:
            self._compiled = njit(**OPTIONS, nogil=True, no_cfunc_wrapper=True)(self._function)
            # kept for the next process only in a folder that was chosen for it
            if config.CACHE_DIR:
                self._compiled._cache = Kept(self._function)
        return self._compiled

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        return self.compiled(*arguments)
