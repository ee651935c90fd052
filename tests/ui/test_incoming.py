"""What an import would do, on a screen."""

import io
from typing import NamedTuple

from drill.ui.console import make_console
from drill.ui.incoming import counts_line, preview_view


class Step(NamedTuple):
    what: str
    where: str
    prompt: str
    kind: str = ""
    answer: str = ""
    why: str = ""


PROMPT = "Why does decode wait for memory and not for arithmetic?"
STEPS = [
    Step("new", "note 1", "What is TTFT?", "short", "time to first token"),
    Step("changed", "note 2", PROMPT, "open", "3 key points"),
    Step("same", "note 3", "Same?", "short", "yes"),
    *(Step("skipped", f"note {n}", f"The {{{{c{n}::x}}}}", why="a cloze") for n in range(4, 9)),
    Step("skipped", "note 9", "", why="no question"),
]


def test_counts() -> None:
    assert counts_line(STEPS, done=False) == "to import: 1 new, 1 changed, 1 same, 6 skipped"
    assert counts_line(STEPS[:1], done=True) == "imported: 1 new"
    assert counts_line([], done=False) == "to import: no cards"


def drawn(steps: list[Step]) -> str:
    out = io.StringIO()
    console = make_console(out, {}, width=80)
    for part in preview_view(steps):
        console.print(part)
    return out.getvalue()


def test_preview() -> None:
    lines = [line.rstrip() for line in drawn(STEPS).splitlines()]
    assert lines == [
        "new      short  What is TTFT?                                 time to first",
        "                                                              token",
        "changed  open   Why does decode wait for memory and not for…  3 key points",
        "skipped 5 cards: a cloze",
        "  note 4 (The {{c4::x}}), note 5 (The {{c5::x}}), note 6 (The {{c6::x}}), …",
        "skipped 1 card: no question",
        "  note 9",
    ]


def test_a_long_list_is_cut() -> None:
    text = drawn([Step("new", f"note {number}", "a?", "short", "b") for number in range(50)])
    assert text.count("short") == 20
    assert "and 30 more" in text


def test_what_steers_a_terminal_is_shown() -> None:
    assert "\x1b" not in drawn([Step("new", "note 1", "\x1b[31m", "short", "\x1b]0;x\x07")])
