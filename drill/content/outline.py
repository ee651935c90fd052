"""The outline (the lasting keys that questions name) and the works that they cite.

Leaves out whether every key is asked: an author's check says that.
"""

from pathlib import Path

from drill.content.locate import content_root
from drill.content.yamltext import compose, convert, read_text
from drill.errors import ContentError
from drill.study.outline import OutlineLine, SourceNote


def load_outline(path: Path) -> tuple[OutlineLine, ...]:
    """Read outline.yaml; ContentError for a fault or a key that stands twice."""
    tree = compose(read_text(path), str(path))
    outline = convert(tree, tuple[OutlineLine, ...])
    first: dict[str, int] = {}
    for index, line in enumerate(outline):
        if first.setdefault(line.key, index) != index:
            earlier = tree.lines[(first[line.key],)]
            raise ContentError(
                f"{tree.place((index,))}: key `{line.key}` stands already on line {earlier}; keep one"
            )
    return outline


def shipped_outline() -> tuple[OutlineLine, ...]:
    """Read the outline that comes with drill."""
    return load_outline(content_root() / "questions" / "outline.yaml")


def load_sources(path: Path) -> dict[str, SourceNote]:
    """Read sources.yaml: each work by its key; ContentError for a fault."""
    return convert(compose(read_text(path), str(path)), dict[str, SourceNote])
