"""The sheet of a real journal."""

from collections.abc import Callable
from random import Random

from drill.content.library import BankFile
from drill.sessions.answering import Given, take
from drill.sessions.crib import crib_of, troubles_on
from drill.sessions.desk import Desk
from drill.sessions.sheet import new_ask
from drill.study.crib import Miss
from drill.study.question import ItemId


def miss(desk: Desk, item: str, sure: int | None = None) -> None:
    compiled = desk.library.compiled(ItemId(item))
    given = Given("no", 30.0, confidence=sure, final=True)
    take(desk, compiled.question, new_ask(compiled, Random(1)), given, longest=365)


def test_nothing_missed_yet(desk: Desk) -> None:
    crib = crib_of(desk, (), rng=Random(1))
    assert (crib.misses, crib.missed) == ([], 0)
    assert crib.lines
    assert crib.day == desk.today


def test_misses_of_the_daily_pool_on_the_topics_named(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], numeric_yaml: str
) -> None:
    desk = open_desk(
        write_bank("kv-cache", "kv-a", origin="added", more=numeric_yaml),
        write_bank("tokens", "tok-a", origin="added"),
        write_bank("serving", "exam-a", origin="added", pool="exam"),
    )
    for item in ("kv-bytes", "tok-a", "exam-a"):
        miss(desk, item)
    miss(desk, "kv-a", 3)
    assert list(troubles_on(desk).missed) == ["kv-bytes", "tok-a"]
    crib = crib_of(desk, ("kv-cache",), rng=Random(1))
    assert crib.missed == 2
    first, second = crib.misses
    assert first == Miss(ItemId("kv-a"), "sure, and wrong", "What is kv-a?")
    # numbers stand where the bank has names
    assert second.asks in {"How much do 8,192 tokens take?", "How much do 16,384 tokens take?"}
