"""The sheet says the same on a terminal, in Markdown and on a page; nothing in it is taken for markup."""

import io
from datetime import date

from drill.facts.gpus import GPUS
from drill.facts.models import MODELS
from drill.study.crib import Crib, Miss, lines_on
from drill.study.question import ItemId
from drill.ui.console import make_console
from drill.ui.crib import crib_markdown, crib_page, crib_view

CRIB = Crib(
    day=date(2026, 12, 18),
    topics=(),
    lines=lines_on(()),
    misses=[Miss(ItemId("kv-bytes"), "sure, and wrong", "<b>keys|values</b> `k` of [x] and *y*\x1b?")],
    missed=3,
)


def shown(crib: Crib, width: int) -> str:
    out = io.StringIO()
    console = make_console(out, {}, width=width)
    for part in crib_view(crib):
        console.print(part)
    return out.getvalue()


def test_all_of_it_in_each_form() -> None:
    forms = (shown(CRIB, 100), crib_markdown(CRIB), crib_page(CRIB))
    names = [*(gpu.name for gpu in GPUS.values()), *(model.name for model in MODELS.values())]
    for form in forms:
        assert [name for name in names if name not in form] == []
        assert [line.result for line in CRIB.lines if line.result not in form] == []
        assert "18 Dec 2026" in form
        assert "read on 2026-" in form
        assert "And 2 items more: drill stats hardest." in form
        assert "\x1b" not in form


def test_markdown_keeps_what_is_typed() -> None:
    text = crib_markdown(CRIB)
    assert r"\<b\>keys\|values\</b\> \`k\` of \[x\] and \*y\*␛?" in text
    columns = [line.count(" | ") + 1 for line in text.splitlines() if line.startswith("|")]
    assert set(columns) == {3, 5, 7}


def test_a_page_escapes_it() -> None:
    assert "&lt;b&gt;keys|values&lt;/b&gt;" in crib_page(CRIB)


def test_nothing_missed_and_no_formula() -> None:
    crib = CRIB._replace(topics=("own",), lines=[], misses=[], missed=0)
    assert "on own" in crib_markdown(crib)
    for form in (shown(crib, 80), crib_markdown(crib), crib_page(crib)):
        assert "Nothing was missed yet." in form
        assert "No formula is on these topics." in form


def test_a_narrow_terminal_loses_nothing() -> None:
    narrow = shown(CRIB, 40)
    assert max(map(len, narrow.splitlines())) <= 40
    assert "131,072" in narrow
