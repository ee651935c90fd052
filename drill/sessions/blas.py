"""How many threads the library behind numpy's matrix products gets: it asks the environment as it is loaded.

Leaves out who multiplies.
"""

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager

# one name a library
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


@contextmanager
def one_thread(env: MutableMapping[str, str]) -> Iterator[None]:
    """Leave a numpy that is first imported inside one thread, where the user hasn't said how many it gets."""
    added = [name for name in THREADS if name not in env]
    env.update(dict.fromkeys(added, "1"))
    try:
        yield
    finally:
        for name in added:
            del env[name]
