"""`python -m drill.core.vectors --demo`: recall against ef_search, drawn in the terminal.

Leaves out measuring and drawing (demo.py).
"""

import argparse
import shutil
import sys
from importlib.util import find_spec

from drill.core.vectors.demo import K, drawn, measure

_MOST_NUMBERS = 50_000_000
# the plain engine, made to be read, links a few hundred vectors a second
_POINTS, _POINTS_WITHOUT_NUMBA = 20_000, 1_500


def main(arguments: list[str] | None = None) -> None:
    """Measure, with progress on stderr, and draw on stdout."""
    asked = _asked(arguments)
    points = asked.points or (_POINTS if find_spec("numba") else _POINTS_WITHOUT_NUMBA)
    curves = measure(points, asked.dimension, seed=asked.seed, say=_say)
    lines = drawn(curves, width=shutil.get_terminal_size().columns)
    sys.stdout.write("\n".join(lines) + "\n")


def _asked(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m drill.core.vectors", description=__doc__)
    parser.add_argument("--demo", action="store_true", required=True, help="measure and draw")
    parser.add_argument("--points", type=int, help="vectors in the index (20,000; 1,500 without numba)")
    parser.add_argument("--dimension", type=int, default=64, help="numbers in a vector (64)")
    parser.add_argument("--seed", type=int, default=7, help="draws the vectors (7)")
    asked = parser.parse_args(arguments)
    points = _POINTS if asked.points is None else asked.points
    if points < K or asked.dimension < 1 or points * asked.dimension > _MOST_NUMBERS:
        parser.error(f"--points takes {K} or more, --dimension 1 or more; {_MOST_NUMBERS:,} numbers in all")
    if asked.seed < 0:
        parser.error("--seed takes 0 or more")
    return asked


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
