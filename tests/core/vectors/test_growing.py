"""Room at the end of arrays."""

import numpy as np

from drill.core.vectors.growing import with_room
from drill.core.vectors.lanes import aligned_rows


def test_what_is_used_stays() -> None:
    grown = with_room(np.arange(5), 5, 6, None)
    assert grown[:5].tolist() == [0, 1, 2, 3, 4]
    assert with_room(grown, 6, len(grown)) is grown


def test_the_first_addition_gets_what_it_needs_later_ones_a_fifth() -> None:
    assert len(with_room(np.empty(0), 0, 1000)) == 1000
    assert len(with_room(np.empty(1000), 1000, 1001)) == 1200


def test_what_can_not_be_written_is_copied() -> None:
    mapped = np.frombuffer(bytes(8), np.uint8)
    grown = with_room(mapped, 8, 8)
    grown[0] = 1
    assert mapped[0] == 0


def test_rows_stay_on_their_lines() -> None:
    grown = with_room(aligned_rows(2, 16), 2, 3, aligned_rows)
    assert grown.ctypes.data % 64 == 0
