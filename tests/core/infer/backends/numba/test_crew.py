"""Threads that meet: none runs ahead, all see what others wrote, and they end when told to."""

import threading

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.arrays import Array
from drill.core.infer.backends.numba.crew import BASE, Crew, count_in, look, meet, show
from drill.core.infer.backends.numba.jit import Routine

ROUNDS = 200


@Routine
def relay(board: int, thread: int) -> None:
    """Each round all threads count, then the first checks it; board: crew, threads, count, mistakes."""
    crew, threads = look(board), look(board + 8)
    turn = look(crew + BASE)
    for number in range(1, ROUNDS + 1):
        count_in(board + 16)
        turn = meet(crew, turn)
        if thread == 0 and look(board + 16) != number * threads:
            show(board + 24, look(board + 24) + 1)
        turn = meet(crew, turn)


def board_of(crew: Crew) -> Array:
    return np.array([crew.address, crew.threads, 0, 0], np.int64)


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_all_are_there_before_any_goes_on(threads: int) -> None:
    crew = Crew(threads)
    for _ in range(3):
        board = board_of(crew)
        crew.run(relay, int(board.ctypes.data))
        assert board[2:].tolist() == [ROUNDS * threads, 0]
    crew.close()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_closed_crew_takes_no_job(threads: int) -> None:
    crew = Crew(threads)
    board = board_of(crew)
    crew.run(relay, int(board.ctypes.data))
    crew.close()
    with pytest.raises(RuntimeError, match="the crew is closed"):
        crew.run(relay, int(board.ctypes.data))


def test_helpers_start_with_the_first_job_and_end_once() -> None:
    before = threading.active_count()
    crew = Crew(3)
    assert threading.active_count() == before
    board = board_of(crew)
    crew.run(relay, int(board.ctypes.data))
    assert threading.active_count() == before + 2
    crew.close()
    crew.close()
    assert threading.active_count() == before
