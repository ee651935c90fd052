"""Both sides of a card, for each kind: what is asked, and all that a learner needs after it."""

import re
from html import unescape
from pathlib import Path
from random import Random

import pytest

from drill.content.library import BankFile, Library, open_library
from drill.study.instance import draw
from drill.ui.flashcard import CSS, back, front

TREE = Path(__file__).parent / "tree" / "questions"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    files = [BankFile(TREE / name, "added") for name in ("kv-cache.yaml", "sampling.yaml")]
    return open_library(files, tmp_path_factory.mktemp("cache"))


def sides(library: Library, item: str) -> tuple[str, str]:
    """Return the text of both sides, a line for each paragraph."""
    compiled = library.compiled(item)
    ask = draw(compiled.question, Random(1))
    both = (side(compiled.question, ask, compiled.prose) for side in (front, back))
    shown, told = (unescape(re.sub(r"<[^>]+>", "", side.replace("</p>", "\n"))) for side in both)
    return shown, told


def test_choice(library: Library) -> None:
    shown, told = sides(library, "toy-choice")
    assert shown.startswith("kv-cache · choice · one is right\n")
    assert 'table: dict[str, int] = {"req-7:0": 41' in shown
    letter = re.search(r"^(\w) a logical block to a physical one$", shown, re.MULTILINE)
    assert letter
    assert told.startswith(f"{letter[1]} a logical block to a physical one\n")
    assert f"✓ {letter[1]} The table is what lets blocks lie anywhere." in told
    assert told.count("✗") == 3
    assert "one table a request" in told


def test_multi(library: Library) -> None:
    shown, told = sides(library, "toy-multi")
    letters = [line[0] for line in shown.splitlines() if line[2:] in {"keys", "values"}]
    assert "several are right" in shown
    assert [line[0] for line in told.splitlines()[:2]] == sorted(letters)
    assert (told.count("✓"), told.count("✗")) == (2, 2)


def test_numeric(library: Library) -> None:
    shown, told = sides(library, "toy-numeric")
    answer, worked, *_ = told.splitlines()
    assert "a number in GiB" in shown
    assert "Llama-3-8B has 32 layers" in shown
    assert "{" not in shown + told
    assert re.fullmatch(r"[124]\.00 GiB", answer)
    assert worked.endswith(f"= {answer}")
    assert "✗ keys only Values are cached too." in told
    assert "asked next\nWhat changes with an FP8 cache?" in told


def test_short(library: Library) -> None:
    _, told = sides(library, "toy-short")
    assert told.startswith("block table\nalso: page table\n")
    assert "✗ hash table It finds shared prefixes." in told


def test_order(library: Library) -> None:
    shown, told = sides(library, "toy-order")
    by_step = {line[2:]: line[0] for line in shown.splitlines() if re.match(r"[a-d] ", line)}
    letters, *steps = told.splitlines()[:5]
    assert [step[2:] for step in steps][::3] == ["queued", "freed"]
    assert "".join(by_step[step[2:]] for step in steps) == letters


def test_predict(library: Library) -> None:
    shown, told = sides(library, "toy-predict")
    assert 'print("[bold]🧮[/bold]")' in shown
    assert told.startswith("131072\n[bold]🧮[/bold]")
    assert r"✗ 65536\n[bold]🧮[/bold] The 2 counts keys and values." in told


def test_bug(library: Library) -> None:
    shown, told = sides(library, "toy-bug")
    assert " 2      per_token = layers * kv_heads" in shown
    assert told.startswith("line 2: per_token = layers * kv_heads * head_dim * bytes_per_element\n")
    assert told.splitlines()[1].endswith(" keys and values are two tensors")
    assert "    per_token = 2 * layers" in told
    assert "A cache holds keys and values." in told


def test_open(library: Library) -> None:
    shown, told = sides(library, "toy-open")
    assert "an answer in sentences" in shown
    assert told.splitlines()[:3] == [
        "+ each step reads all weights",
        "+ each step reads the whole cache",
        "+ one token gives little arithmetic",
    ]
    assert "wrong, though often said\n✗ the softmax is slow" in told


def test_both_colors_of_anki_are_looked_after() -> None:
    """A color is given for light and for dark; all else is shades of what is there."""
    lines = [line for line in CSS.splitlines() if "{ color:" in line]
    assert ["nightMode" in line for line in lines] == [False, True]
    assert "url(" not in CSS
