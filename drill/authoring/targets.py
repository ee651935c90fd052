"""Everything that a question may point at, read from the content folders.

Leaves out the ids of questions: the check has those already.
"""

from collections.abc import Iterator, Set
from pathlib import Path

from drill.authoring.checks.links import Targets
from drill.authoring.finding import Finding, from_error
from drill.content.files import read_text
from drill.content.outline import load_sources
from drill.content.primers import parse_primer
from drill.errors import ContentError
from drill.study.outline import OutlineLine

LABS = Path(__file__).resolve().parents[1] / "labs"


def load_targets(
    root: Path, outline: tuple[OutlineLine, ...], questions: Set[str]
) -> tuple[Targets, list[Finding]]:
    """Return the targets under `root`, and one finding for each primer that can't be read."""
    results = dict(_primers(root))
    targets = Targets(
        sources=load_sources(root / "questions" / "sources.yaml").keys(),
        outline={line.key for line in outline},
        questions=questions,
        primers={topic: keys for topic, keys in results.items() if not isinstance(keys, Finding)},
        katas=_folders(root / "exercises"),
        labs=_folders(LABS),
    )
    return targets, [result for result in results.values() if isinstance(result, Finding)]


def _primers(root: Path) -> Iterator[tuple[str, Set[str] | Finding]]:
    for path in sorted((root / "questions" / "primers").glob("*.md")):
        try:
            yield path.stem, parse_primer(read_text(path), path.stem, str(path)).paragraphs.keys()
        except ContentError as error:
            name = path.relative_to(root).as_posix()
            yield path.stem, from_error(error, path=str(path), name=name)


def _folders(parent: Path) -> Set[str]:
    if not parent.is_dir():
        return frozenset()
    return {path.name for path in parent.iterdir() if path.is_dir() and path.name[0] not in "._"}
