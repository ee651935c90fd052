"""What compiled functions are handed: named tuples of numbers and arrays, made by engine.py.

Leaves out the arrays' meaning (../graph.py, ../space.py).
"""

from typing import Any, NamedTuple, TypeAlias

from drill.core.infer.arrays import Array

# numba's numbers are Python's and numpy's at once
Int: TypeAlias = Any
Float: TypeAlias = Any


class Vectors(NamedTuple):
    """Where the padded rows lie: address, bytes and blocks of 16 floats a row; are keys products?"""

    address: int
    stride: int
    blocks: int
    by_dot: bool


class Links(NamedTuple):
    """The arrays of a Graph, and where a search enters: the node and its layer."""

    base: Array
    upper: Array
    levels: Array
    offsets: Array
    entry: int
    top: int


class Room(NamedTuple):
    """Working memory of one thread.

    visited uint8 [nodes] holds `stamp[0]` for what this search has met; beam int64 [ef + 1]; fresh int32
    [2M]; counts int64 [1]: keys computed.
    """

    visited: Array
    stamp: Array
    beam: Array
    fresh: Array
    counts: Array


class Sieve(NamedTuple):
    """A filter, and one thread's candidates under it: allowed uint8 [nodes], heap int64 [nodes + 1]."""

    allowed: Array
    heap: Array


class Memory(NamedTuple):
    """What building remembers of links during one `add`: keys beside the links, and what is known of a row.

    known is 0 for a row whose keys aren't there, else 1 + how many at its beginning are sorted and don't
    cover each other.
    """

    base_keys: Array
    upper_keys: Array
    base_known: Array
    upper_known: Array


class Chosen(NamedTuple):
    """What a batch chose: rows [sum of levels + 1, M], -1 after the last; a node's begin at starts."""

    nodes: Array
    keys: Array
    starts: Array


class Answers(NamedTuple):
    """Where a run of queries writes: nodes int32 and keys float32 [q, k], visited int64 [q]."""

    nodes: Array
    keys: Array
    visited: Array


class Tray(NamedTuple):
    """Where a thread sorts a full row and one more: nodes, keys, which are clean [2M + 1]."""

    nodes: Array
    keys: Array
    clean: Array
    kept_clean: Array
