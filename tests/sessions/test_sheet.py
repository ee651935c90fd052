"""A sheet shows numbers and options of its ask, and no answer."""

from pathlib import Path
from random import Random

from drill.content.library import open_library
from drill.content.locate import shipped_banks
from drill.sessions.sheet import new_ask, sheet_of
from drill.study.instance import placeholders
from drill.study.marking import grammar
from drill.study.question import KINDS, Numeric, Order, kind_of


def test_every_shipped_question_has_a_whole_sheet(cache: Path) -> None:
    library, rng, kinds = open_library(shipped_banks(), cache), Random(1), set()
    for row in library.rows:
        compiled = library.compiled(row.id)
        question = compiled.question
        ask = new_ask(compiled, rng)
        sheet = sheet_of(question, ask)
        kinds.add(sheet.kind)
        assert (sheet.item, sheet.topic, sheet.kind) == (row.id, row.topic, kind_of(question))
        assert sheet.grammar == grammar(question)
        assert bool(sheet.code) == (sheet.kind in ("predict", "bug"))
        assert bool(sheet.choices) == (sheet.kind in ("choice", "multi", "bug", "order"))
        assert len(sheet.choices) == len(ask.order)
        if isinstance(question, Numeric):
            assert not set(placeholders(sheet.prompt)) & set(question.params)
            assert sheet.unit == question.unit
    assert kinds == set(KINDS)


def test_choices_stand_in_the_order_of_the_ask(cache: Path) -> None:
    library = open_library(shipped_banks(), cache)
    orders = [row.id for row in library.rows if row.kind == "order"]
    for item in orders:
        compiled = library.compiled(item)
        question = compiled.question
        assert isinstance(question, Order)
        ask = new_ask(compiled, Random(2))
        assert [question.steps.index(step) for step in sheet_of(question, ask).choices] == list(ask.order)
