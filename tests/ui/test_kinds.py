"""Every kind as a learner sees it: asked, answered wrong, its reasons on `?`, answered right."""

from typing import Any, NamedTuple

import pytest
from syrupy.assertion import SnapshotAssertion

SPOKEN = ("Each step reads the weights.", "It reads the cache: `a[i]`, [bold].", ".")


class Strokes(NamedTuple):
    """What gives a wrong answer, and what a right one, under seed 1."""

    wrong: tuple[str, ...]
    right: tuple[str, ...]


KINDS = {
    "choice": Strokes(("c",), ("b",)),
    "multi": Strokes(("b,c",), ("b,d",)),
    "numeric": Strokes(("4 s", "16 GiB"), ("2*32*8*128*32768*2 B",)),
    "short": Strokes(("block tabel", "hash table"), ("Block-Table",)),
    "order": Strokes(("cbda",), ("bdca",)),
    "predict": Strokes((r"65536\n[bold]🧮[/bold]",), (r"131072\n[bold]🧮[/bold]",)),
    "bug": Strokes(("2", "a"), ("2", "c")),
    "open": Strokes(
        (*SPOKEN[1:], *("x", "\r", "\r"), "y"),
        (*SPOKEN, *("y", "1", "\r"), "\r"),
    ),
}


def ask(seat: Any, kind: str, *strokes: str) -> str:
    args = ("quiz", "--kind", kind, "--new", "1", "--limit", "1", "--seed", "1")
    return str(seat.screens(*args, strokes=strokes))


@pytest.mark.usefixtures("width")
@pytest.mark.parametrize("kind", KINDS)
def test_asked_wrong_why(seat: Any, kind: str, snapshot: SnapshotAssertion) -> None:
    assert ask(seat, kind, *KINDS[kind].wrong, "?", "q") == snapshot


@pytest.mark.usefixtures("width")
@pytest.mark.parametrize("kind", KINDS)
def test_right(seat: Any, kind: str, snapshot: SnapshotAssertion) -> None:
    assert ask(seat, kind, *KINDS[kind].right, "q") == snapshot
