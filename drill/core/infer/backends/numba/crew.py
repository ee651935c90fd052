"""Threads that work on one token together: how they wait for work, and for each other.

The threads of a crew run routines of this library, never Python, and so need no GIL. Leaves out what they do.
"""

import ctypes
import threading
import weakref
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.jit import Routine, invoker, operation, part
from drill.core.infer.backends.numba.target import current
from drill.core.infer.backends.numba.value import I64, Value

# what changes while others look at it has a cache line of its own
LINE = 64
OFFSETS = (0, LINE, 2 * LINE, *(3 * LINE + 8 * i for i in range(7)))
CREW = np.dtype(
    {
        "names": [
            "arrived",
            "job",
            "stop",
            "routine",
            "plan",
            "base",
            "threads",
            "give_way",
            "nap",
            "nap_length",
        ],
        "formats": [np.int64] * 10,
        "offsets": OFFSETS,
        "itemsize": 5 * LINE,
    }
)
ARRIVED, JOB, STOP, ROUTINE, PLAN, BASE, THREADS, GIVE_WAY, NAP, NAP_LENGTH = OFFSETS

# pauses before a waiting thread lets others run: about the time between two phases of a small model
PAUSES = 256
# turns of that before a thread without work naps: a few milliseconds, longer than sampling takes
PATIENCE = 2000


@operation(types.int64, types.int64)
def look(code: Code, address: Value) -> Value:
    """Read a number that another thread may have written, and all that it wrote before."""
    loaded = code.builder.load_atomic(_pointer(address), "acquire", 8)
    return Value(code.builder, loaded)


@operation(types.void, types.int64, types.int64)
def show(code: Code, address: Value, number: Value) -> None:
    """Write a number for other threads, after all that was written before."""
    code.builder.store_atomic(number.llvm, _pointer(address), "release", 8)


@operation(types.void, types.int64)
def count_in(code: Code, address: Value) -> None:
    """Add 1 to a number that several threads add to."""
    code.builder.atomic_rmw("add", _pointer(address), ir.Constant(I64, 1), "seq_cst")


@operation(types.void)
def pause(code: Code) -> None:
    """Tell the CPU that this loop waits, where it can be told."""
    if current().x86:
        code.call("llvm.x86.sse2.pause", ir.VoidType())


def _pointer(address: Value) -> Any:
    return address.builder.inttoptr(address.llvm, ir.PointerType(I64))


call_without, call_with_one, call_with_two = invoker(0), invoker(1), invoker(2)


@part
def meet(crew: int, turn: int) -> int:
    """Wait until all threads are here; return the next turn. Spins shortly, then lets others run."""
    threads = look(crew + THREADS)
    if threads == 1:
        return turn
    turn += threads
    count_in(crew + ARRIVED)
    pauses = 0
    while look(crew + ARRIVED) < turn:
        pause()
        pauses += 1
        if pauses == PAUSES:
            call_without(look(crew + GIVE_WAY))
            pauses = 0
    return turn


@Routine
def work(crew: int, thread: int) -> None:
    """Do this thread's share of each job until told to stop; without jobs, look now and then."""
    done = 0
    while True:
        pauses, patience = 0, 0
        while look(crew + JOB) == done:
            pause()
            pauses += 1
            if pauses == PAUSES:
                pauses = 0
                patience += 1
                call_without(look(crew + GIVE_WAY))
            if patience > PATIENCE:
                call_with_one(look(crew + NAP), look(crew + NAP_LENGTH))
        if look(crew + STOP) != 0:
            return
        done += 1
        call_with_two(look(crew + ROUTINE), look(crew + PLAN), thread)


@Routine
def lead(crew: int, routine: int, plan: int) -> None:
    """Give the crew a job and do the first thread's share; a routine ends by meeting: then all are done."""
    show(crew + ROUTINE, routine)
    show(crew + PLAN, plan)
    show(crew + BASE, look(crew + ARRIVED))
    if look(crew + THREADS) > 1:
        count_in(crew + JOB)
    call_with_two(routine, plan, 0)


@Routine
def dismiss(crew: int, _: int) -> None:
    """Let the helpers end."""
    show(crew + STOP, 1)
    count_in(crew + JOB)


class Crew:
    """`threads` threads, the caller's among them; the others start with the first job."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._board = board = np.zeros(1, CREW)
        board["threads"] = threads
        board["give_way"], board["nap"], board["nap_length"] = _system_calls()
        self._helpers: list[threading.Thread] = []
        self._finish = weakref.finalize(self, _stop, board, self._helpers)

    @property
    def address(self) -> int:
        """Return where the board lies."""
        return int(self._board.ctypes.data)

    def run(self, routine: Routine, plan: int) -> None:
        """Run routine(plan, thread) on every thread; return when all are done. RuntimeError once closed."""
        if not self._finish.alive:
            raise RuntimeError("these threads have ended: the crew is closed")
        if not self._helpers and self.threads > 1:
            self._start()
        lead(self.address, routine.address, plan)

    def close(self) -> None:
        """End the helpers; happens by itself when the crew is dropped, and at exit."""
        self._finish()

    def _start(self) -> None:
        address = self.address
        # all compiled here: two threads must not compile one routine at once, and none at exit
        start = work.compiled.ctypes
        assert dismiss.address
        for thread in range(1, self.threads):
            helper = threading.Thread(target=start, args=(address, thread), daemon=True)
            helper.start()
            self._helpers.append(helper)


def _stop(board: Any, helpers: list[threading.Thread]) -> None:
    if helpers:
        dismiss(int(board.ctypes.data), 0)
    for helper in helpers:
        helper.join()


def _system_calls() -> tuple[int, int, int]:
    """Return the addresses of what gives way and of what sleeps, and how long the latter's short nap is."""
    if hasattr(ctypes, "windll"):
        kernel = ctypes.windll.kernel32
        return _address(kernel.SwitchToThread), _address(kernel.Sleep), 1
    library = ctypes.CDLL(None)
    return _address(library.sched_yield), _address(library.usleep), 200


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0
