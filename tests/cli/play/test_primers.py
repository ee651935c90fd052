"""Pages that lead on from a question."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from rich.console import Console, Group

from drill.cli.play.primers import related_page
from drill.content.library import open_library
from drill.content.locate import shipped_banks


def test_a_related_question_is_shown_with_numbers(cache: Path) -> None:
    library = open_library(shipped_banks(), cache)
    quiz: Any = SimpleNamespace(desk=SimpleNamespace(library=library))
    turn: Any = SimpleNamespace(compiled=library.compiled("fwd-mask-zero"))
    console = Console(width=100)

    item, page = related_page(quiz, turn, Random(0))
    with console.capture() as shown:
        console.print(Group(*page))

    assert item is not None
    assert library.compiled(item).question.prompt.count("{") > 0
    assert "prompt tokens" in shown.get()
    assert "{" not in shown.get()
