"""Primers: a title, blocks, and the paragraph under each outline key."""

from pathlib import Path

import pytest

from drill.content.locate import content_root, primer_topics
from drill.content.outline import load_outline
from drill.content.primers import load_primer, parse_primer, primer_line
from drill.errors import ContentError
from drill.study.prose import Span, plain_text

TEXT = "# KV cache\n\nKeys and `values`. {#kv-reuse}\n\n    picture {#kept}\n\nLast *one* {#kv-memory}\n"


def test_keys_are_stripped_and_kept() -> None:
    primer = parse_primer(TEXT, "kv-cache", "p.md")
    assert primer.title == "KV cache"
    assert plain_text(primer.blocks) == "Keys and values.\n\npicture {#kept}\n\nLast one"
    assert primer.paragraphs["kv-memory"][0].spans == (Span("Last "), Span("one", "em"))
    assert list(primer.paragraphs) == ["kv-reuse", "kv-memory"]


def test_escape_codes_are_harmless() -> None:
    assert plain_text(parse_primer("# T\n\n\x1b[31mred", "t", "p.md").blocks) == "␛[31mred"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no title\n", "p.md:1: the first line must be `# Title`; write the title there"),
        ("", "p.md:1: the first line must be `# Title`; write the title there"),
        ("# T\n\na {#k}\n\nb {#k}\n", "p.md:5: key `k` stands already on line 3; keep one"),
    ],
)
def test_a_fault_is_one_line(text: str, said: str) -> None:
    with pytest.raises(ContentError) as error:
        parse_primer(text, "t", "p.md")
    assert str(error.value) == said


def test_an_unknown_topic_names_the_known_ones() -> None:
    with pytest.raises(ContentError) as error:
        load_primer("../outline")
    assert str(error.value).startswith("no primer on `../outline`; read one of: ")


@pytest.mark.parametrize("topic", primer_topics())
def test_a_shipped_primer_reads_alike_through_the_cache(topic: str, tmp_path: Path) -> None:
    primer = load_primer(topic)
    assert primer == load_primer(topic, tmp_path) == load_primer(topic, tmp_path)
    keys = {line.key for line in load_outline(content_root() / "questions" / "outline.yaml")}
    assert primer.paragraphs.keys() <= keys
    assert [primer_line(topic, key) for key in primer.paragraphs] == [
        plain_text(prose) for prose in primer.paragraphs.values()
    ]
    assert primer_line(topic, "none") is None
