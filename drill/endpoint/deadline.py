"""A call that ends in time, whatever it waits for.

Leaves out stopping it: what is late goes on in a thread of its own and is forgotten.
"""

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


def within(seconds: float, call: Callable[[], Result], late: Callable[[], Exception]) -> Result:
    """Return what a call returns or raise what it raises; after some seconds raise what `late` gives.

    No timeout of a socket ends a server that sends a byte now and then, or a name looked up for minutes.
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise late()
    return results[0]
