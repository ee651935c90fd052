"""Prompts by meaning: cosines, vectors kept and made anew only where a prompt is new."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from drill.core.infer.embedding import Embedded
from drill.core.vectors.hashing import HashingEmbedder
from drill.core.vectors.manifest import Manifest
from drill.sessions.nearness import manifest_of, similarities
from drill.study.question import ItemId

PROMPTS = {
    ItemId("one"): "How many bytes does the KV cache take?",
    ItemId("two"): "What is a cat?",
    ItemId("same"): "What is a cat?",
}


class Counting(HashingEmbedder):
    """Keeps what it was asked to embed."""

    def __init__(self) -> None:
        super().__init__(64)
        self.asked: list[str] = []

    def embed(
        self, texts: Sequence[str], progress: Callable[[int, int], None] = lambda done, total: None
    ) -> Embedded:
        self.asked += texts
        return super().embed(texts, progress)


@pytest.fixture
def embedder() -> Counting:
    return Counting()


@pytest.fixture
def kept(tmp_path: Path, embedder: Counting) -> tuple[Path, Manifest]:
    return tmp_path / "nearness", manifest_of(embedder, model="hashing", sha256=embedder.digest)


def silent(done: int, total: int) -> None:
    pass


def test_cosines_of_all_prompts(embedder: Counting, kept: tuple[Path, Manifest]) -> None:
    found = similarities(PROMPTS, "the cat", embedder, kept, silent)
    assert list(found) == list(PROMPTS)
    assert found[ItemId("two")] == found[ItemId("same")] > found[ItemId("one")] + 0.1


def test_only_new_prompts_are_embedded(embedder: Counting, kept: tuple[Path, Manifest]) -> None:
    steps: list[tuple[int, int]] = []
    similarities(PROMPTS, "x", embedder, kept, lambda *step: steps.append(step))
    # two of the three are one text
    assert sorted(embedder.asked) == sorted({*PROMPTS.values(), "x"})
    assert steps == [(1, 2), (2, 2)]
    embedder.asked = []
    first = similarities(PROMPTS, "bytes", embedder, kept, silent)
    assert embedder.asked == ["bytes"]
    more = {**PROMPTS, ItemId("new"): "How many bytes is a block?"}
    found = similarities(more, "bytes", embedder, kept, silent)
    assert embedder.asked == ["bytes", "How many bytes is a block?", "bytes"]
    assert {item: found[item] for item in PROMPTS} == first


def test_what_is_gone_is_forgotten(embedder: Counting, kept: tuple[Path, Manifest]) -> None:
    similarities(PROMPTS, "x", embedder, kept, silent)
    fewer = {ItemId("two"): PROMPTS[ItemId("two")]}
    assert list(similarities(fewer, "x", embedder, kept, silent)) == ["two"]
    embedder.asked = []
    similarities(PROMPTS, "x", embedder, kept, silent)
    assert embedder.asked == [PROMPTS[ItemId("one")], "x"]


def test_another_model_makes_all_anew(embedder: Counting, kept: tuple[Path, Manifest]) -> None:
    similarities(PROMPTS, "x", embedder, kept, silent)
    embedder.asked = []
    folder, manifest = kept
    similarities(PROMPTS, "x", embedder, (folder, manifest._replace(sha256="other")), silent)
    assert len(embedder.asked) == 3


@pytest.mark.parametrize("name", ["current.json", "version-*/index", "version-*/manifest.json"])
def test_damage_is_mended(embedder: Counting, kept: tuple[Path, Manifest], name: str) -> None:
    first = similarities(PROMPTS, "cat", embedder, kept, silent)
    (path,) = kept[0].glob(name)
    path.write_bytes(path.read_bytes()[:-9])
    assert similarities(PROMPTS, "cat", embedder, kept, silent) == first
    embedder.asked = []
    similarities(PROMPTS, "cat", embedder, kept, silent)
    assert embedder.asked == ["cat"]


def test_a_cache_that_takes_nothing_costs_time_alone(embedder: Counting, kept: tuple[Path, Manifest]) -> None:
    first = similarities(PROMPTS, "cat", embedder, kept, silent)
    blocked = kept[0].with_name("file")
    blocked.write_text("no folder")
    assert similarities(PROMPTS, "cat", embedder, (blocked, kept[1]), silent) == first


def test_no_prompts(embedder: Counting, kept: tuple[Path, Manifest]) -> None:
    assert similarities({}, "cat", embedder, kept, silent) == {}
