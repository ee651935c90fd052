"""Where drill's own content stands: beside the package in a checkout, inside it in a wheel.

Leaves out reading it.
"""

from pathlib import Path

from drill.content.compiled import BankFile
from drill.errors import ContentError, MissingError

_PACKAGE = Path(__file__).resolve().parents[1]
_NOT_BANKS = frozenset({"outline.yaml", "sources.yaml"})


def content_root() -> Path:
    """Return the folder that holds questions/, exercises/ and solutions/; MissingError when there is none."""
    for root in (_PACKAGE / "_data", _PACKAGE.parent):
        if (root / "questions" / "outline.yaml").is_file():
            return root
    raise MissingError(f"{_PACKAGE}: drill's questions are not here; install drill again")


def shipped_banks() -> list[BankFile]:
    """Return the banks that come with drill, by file name."""
    paths = sorted((content_root() / "questions").glob("*.yaml"))
    return [BankFile(path, "shipped") for path in paths if path.name not in _NOT_BANKS]


def primer_topics() -> list[str]:
    """Return the topics that have a primer, by name."""
    return sorted(path.stem for path in (content_root() / "questions" / "primers").glob("*.md"))


def primer_path(topic: str) -> Path:
    """Return the primer of a topic; ContentError names the topics that have one."""
    topics = primer_topics()
    if topic not in topics:
        raise ContentError(f"no primer on `{topic}`; read one of: {', '.join(topics) or 'none'}")
    return content_root() / "questions" / "primers" / f"{topic}.md"
