"""A miniature tree with one question of each typed kind, and the real one."""

from pathlib import Path

import pytest

from drill.authoring.check import Report, check
from drill.authoring.inspection import Effort

ROOT = Path(__file__).resolve().parents[2]
QUICK = Effort(draws=20, run=None)

OUTLINE = """\
- {key: kv-memory, topic: kv-cache, text: Memory grows with tokens}
- {key: kv-reuse, topic: kv-cache, text: Keys and values are kept}
"""
SOURCES = "kwon2023: {title: PagedAttention, by: Kwon et al., year: 2023}\n"
PRIMER = "# KV cache\n\nMemory grows. {#kv-memory}\n"
BANK = """\
format: 1
topic: kv-cache
questions:
  - id: toy-short
    kind: short
    difficulty: 2
    outline: [kv-memory]
    sources:
      - {key: kwon2023}
    prompt: What is kept of every past token?
    accepted: [keys and values, KV pairs]
    related: ["primer:kv-cache#kv-memory", "kata:softmax"]
    explanation: They are projections of the hidden state.
  - id: toy-order
    kind: order
    difficulty: 2
    outline: [kv-reuse]
    sources:
      - {key: kwon2023}
    prompt: Put the life of a request in order.
    steps: [queued, prefilled, decoded, freed]
    explanation: Blocks are freed at the end.
"""


class MiniTree:
    """A tree under a folder, and a way to check it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.bank = root / "questions" / "kv-cache.yaml"
        self.lock = root / "questions" / "lock.json"
        (root / "questions" / "primers").mkdir(parents=True)
        (root / "exercises" / "softmax").mkdir(parents=True)
        self.write("outline.yaml", OUTLINE)
        self.write("sources.yaml", SOURCES)
        self.write("primers/kv-cache.md", PRIMER)
        self.write("kv-cache.yaml", BANK)

    def write(self, name: str, text: str) -> Path:
        path = self.root / "questions" / name
        path.write_text(text, encoding="utf-8")
        return path

    def edit(self, old: str, new: str, name: str = "kv-cache.yaml") -> None:
        text = (self.root / "questions" / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def check(self, *paths: Path, accept: bool = False) -> Report:
        return check(paths, root=self.root, rng_seed=1, progress=lambda _: None, accept=accept, effort=QUICK)

    def lines(self, *paths: Path, accept: bool = False) -> list[str]:
        return [str(finding) for finding in self.check(*paths, accept=accept).findings]


@pytest.fixture
def mini(tmp_path: Path) -> MiniTree:
    """A tree that is right and locked."""
    tree = MiniTree(tmp_path)
    assert tree.lines(accept=True) == []
    return tree


@pytest.fixture(scope="session")
def root() -> Path:
    """The real tree."""
    return ROOT
